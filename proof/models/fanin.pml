/* Many lanes to one reader, as from a pool's workers to the thread that owns them, and one bell for all. Who writes to a
   lane that the reader looks at anyway touches no other word. A lane by itself is ring.pml: here a record is its place in
   the lane, and lanes are never full. Armed is PARK_PORT at the gate of the lane's ring, so that A1 is P2 there and A2 is
   P3. Left out: `close` publishes first, which may ring for nothing; lanes that come and go. The explorer runs both.
   Labels as in docs/MEMORY-MODEL.md.

   Endings     none: every lane closes;  -DIDLE: it falls silent for ever after its last record (run pan with -E);
               -DDIE: the producer of the first lane dies before any of its steps; the reader, an event loop, is told
   Mutants     -DNO_LANE_RECHECK -DNO_BELL_RECHECK -DARM_LAST -DBELL_FIRST -DMARK_BY_STORE -DCLEAR_BY_STORE -DSTATE_LAST
               with DIE: -DTRUST_THE_DEAD -DSLEEP_ON */

#ifndef MSGS
#ifdef DIE
#define MSGS 1
#else
#define MSGS 2
#endif
#endif
#define LANES  2
#define BIT(i) (1 << (i))
#define ALL    (BIT(LANES) - 1)

mtype = { RUN, PARK };
mtype bell = RUN;
byte marks;                                       /* a bit for each lane that has news */
bool armed[LANES];                                /* the reader has left the lane: its next record must be told */
byte position[LANES];
bool closed[LANES];

bool asleep;                                      /* the engine's waiter */
bool dead;
byte over;                                        /* the reader's: lanes that have ended */
bool ended;                                       /* ghosts */
byte written, got;

inline tell() {
  if
  :: !armed[lane] -> skip                         /* A1 */
  :: else ->
     atomic { wasArmed = armed[lane]; armed[lane] = false };   /* A2 */
     if
     :: wasArmed ->
#ifdef MARK_BY_STORE
        others = marks;
        atomic { marks = others | BIT(lane); others = 0 };
#elif !defined BELL_FIRST
        marks = marks | BIT(lane);                /* A3: in one step */
#endif
        if
        :: bell == RUN -> skip                    /* P2 */
        :: else ->
           atomic { was = bell; bell = RUN };     /* P3 */
           atomic { if :: was == PARK -> asleep = false :: else -> skip fi; was = 0 }   /* P4 */
        fi;
#ifdef BELL_FIRST
        marks = marks | BIT(lane);
#endif
        wasArmed = false
     :: else -> skip
     fi
  fi
}

proctype Producer(byte lane) {
  byte n, others; bool wasArmed; mtype was;
  { do
    :: n == MSGS -> break
    :: else ->
       n++;
       position[lane] = n;                        /* P1 */
       tell()
    od;
#ifndef IDLE
    closed[lane] = true;                          /* E1 */
    tell()
#endif
  } unless { dead && lane == 0 };
  written = written | BIT(lane)
}

#ifdef DIE
active proctype Killer() { dead = true }
#endif

inline hearOfDeath() {
  told = true;
#ifndef TRUST_THE_DEAD
  busy = busy | BIT(0);                           /* D1: the mark it owes may never come */
#endif
  closed[0] = true
}

inline collect() {
#ifdef CLEAR_BY_STORE
  busy = busy | (marks & (ALL - over));
  marks = 0;
#else
  atomic { busy = busy | (marks & (ALL - over)); marks = 0 }  /* A6: one exchange; who has ended is forgotten */
#endif
}

active proctype Reader() {
  byte lane, busy = ALL, taken[LANES]; bool isClosed, isMore, told;
  do
  :: over == ALL -> break
  :: over != ALL && dead && !told -> hearOfDeath()
  :: over != ALL && busy != 0 ->
     atomic {
       if :: busy & BIT(0) -> lane = 0 :: busy & BIT(1) -> lane = 1 fi;
       isMore = (taken[lane] < position[lane])
     };
     if
     :: isMore -> skip
     :: else ->
#ifndef ARM_LAST
        armed[lane] = true;                       /* A4 */
#endif
#ifndef STATE_LAST
        isClosed = closed[lane];                  /* A5: the state before the position */
#endif
#ifndef NO_LANE_RECHECK
        isMore = (taken[lane] < position[lane]);
#endif
#ifdef STATE_LAST
        isClosed = closed[lane];
#endif
#ifdef ARM_LAST
        armed[lane] = true;
#endif
        if
        :: isMore -> armed[lane] = false
        :: else -> atomic {
           busy = busy & (ALL - BIT(lane));
           if :: isClosed -> over = over | BIT(lane) :: else -> skip fi
           }
        fi
     fi;
     atomic {
       if :: isMore -> taken[lane]++; got++ :: else -> skip fi;
       lane = 0; isMore = false; isClosed = false
     }
#if !defined DIE || MSGS == 1                     /* else too many states */
  :: over != ALL && busy != 0 && marks != 0 ->
     collect()                                    /* after a round: who was left waits for no lane that is never empty */
#endif
  :: over != ALL && busy == 0 ->
     collect();
     if
     :: busy != 0 -> skip
     :: else ->
        bell = PARK;                              /* C1 */
        if
#ifndef NO_BELL_RECHECK
        :: marks != 0 -> skip                     /* C2 */
#endif
        :: else ->
           atomic { if :: bell == PARK -> asleep = true :: else -> skip fi };   /* C3 */
SLEEP:     if
           :: !asleep -> skip
           :: dead && !told ->                    /* an event; the wait stays pending */
#ifdef SLEEP_ON
              atomic { told = true; got = got + position[0] - taken[0]; taken[0] = position[0]; over = over | BIT(0) };
              goto SLEEP
#else
              hearOfDeath()
#endif
           fi
        fi;
        bell = RUN                                /* C4 */
     fi
  od;
  assert(taken[0] == position[0] && taken[1] == MSGS);
#ifndef DIE
  assert(taken[0] == MSGS);
#endif
  ended = true
}

init { atomic { run Producer(0); run Producer(1) } }

#ifdef IDLE
ltl drains { <> (written == ALL && got == LANES * MSGS) }
#else
ltl finishes { <> ended }
#endif
