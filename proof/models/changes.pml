/* The changes of a table (packages/core/src/schema/table.ts): rows in the order of their last change, each with the clock of
   it. A reader takes the newest state now and then, and must get every row that has changed since the state before, once, and
   no other. A state is taken whole (pins.pml), so the steps here are a change, a publication and a look.

   Mutants     -DNO_TICK -DTICK_LATE -DNO_UNLINK -DTO_THE_END -DSEEN_AGAIN -DNO_ALL -DALL_WITHOUT_TICK */

#ifndef MSGS
#define MSGS 3                                    /* states */
#endif
#define ROWS     3
#define CHANGES  2                                /* in each state, at most */
#define PLACES   (ROWS + 1)                       /* place 0 is the start of the list and its end */

/* What the writer fills: in the list a row is its number plus 1. */
byte next[PLACES], previous[PLACES], changedAt[ROWS], clock, allAt;
bool isWritten = true;                            /* the bytes of the state are made: what comes now has changed since */
/* What readers see. */
byte shownNext[PLACES], shownAt[ROWS], shownClock, shownAllAt;
/* Ghosts: the state that had the last change of a row; 0: never. */
byte state, changedIn[ROWS], shownState, shownIn[ROWS];
bool isOver;

inline tick() {
#ifndef NO_TICK
  if :: isWritten -> isWritten = false; clock++ :: else fi
#else
  if :: clock == 0 -> clock = 1 :: else fi
#endif
}

inline mark(row) {
#ifdef TICK_LATE
  now = clock;
  tick();
#else
  tick();
  now = clock;
#endif
#ifndef NO_UNLINK
  if
  :: changedAt[row] != 0 ->
     next[previous[row + 1]] = next[row + 1];
     previous[next[row + 1]] = previous[row + 1]
  :: else
  fi;
#endif
#ifdef TO_THE_END
  next[row + 1] = 0;
  previous[row + 1] = previous[0];
  next[previous[0]] = row + 1;
  previous[0] = row + 1;
#else
  next[row + 1] = next[0];
  previous[next[0]] = row + 1;
  next[0] = row + 1;
  previous[row + 1] = 0;
#endif
  changedAt[row] = now;
  changedIn[row] = state + 1
}

inline markAll() {
#ifndef ALL_WITHOUT_TICK
  tick();
#endif
#ifndef NO_ALL
  allAt = clock;
#endif
  i = 0;
  do
  :: i < ROWS ->
     if :: changedIn[i] != 0 -> changedIn[i] = state + 1 :: else fi;
     i++
  :: else -> break
  od
}

inline publish() {
  state++;
  isWritten = true;
  shownClock = clock;
  shownAllAt = allAt;
  shownState = state;
  shownNext[0] = next[0];
  i = 0;
  do
  :: i < ROWS ->
     shownNext[i + 1] = next[i + 1];
     shownAt[i] = changedAt[i];
     shownIn[i] = changedIn[i];
     i++
  :: else -> break
  od
}

active proctype Writer() {
  byte changes, row, i, now;
  do
  :: state == MSGS -> break
  :: else ->
     changes = 0;
     do
     :: changes < CHANGES ->
        changes++;
        if :: row = 0 :: row = 1 :: row = 2 :: row = ROWS fi;
        atomic {
          if :: row == ROWS -> markAll() :: else -> mark(row) fi;
          row = 0;
          now = 0;
          i = 0
        }
     :: break
     od;
     atomic { publish(); i = 0 }
  od;
  isOver = true
}

#ifdef SEEN_AGAIN
#define isNew(at) (isEver || (at) >= seen)
#else
#define isNew(at) (isEver || (at) > seen)
#endif

active proctype Reader() {
  byte seen, seenState, place, steps, i;
  bool isEver, isLast, got[ROWS];
  do
  :: isLast -> break
  :: else ->
     atomic {
       isLast = isOver;
       isEver = (seen == 0 || (shownAllAt != 0 && shownAllAt > seen));
       place = shownNext[0];
       do
       :: place != 0 && isNew(shownAt[place - 1]) ->
          assert(!got[place - 1]);                /* once */
          got[place - 1] = true;
          place = shownNext[place];
          steps++;
          assert(steps <= ROWS)                   /* the list does not go round */
       :: else -> break
       od;
       i = 0;
       do
       :: i < ROWS ->
          assert(got[i] == (shownIn[i] > seenState));   /* those that have changed, and no others */
          got[i] = false;
          i++
       :: else -> break
       od;
       seen = shownClock;
       seenState = shownState;
       place = 0;
       steps = 0;
       i = 0;
       isEver = false
     }
  od
}

/* Both end: the last look is of the last state. */
ltl ends { <> (isOver && Reader:isLast) }
