/* Tasks for a pool: the main thread puts them into slots, workers claim them, results come back on a lane of each worker
   (ring.pml; a send here is its publish). The main thread also settles and buries: one thread, so these never race.
   One worker, or both, may die before any of its steps. Labels as in docs/MEMORY-MODEL.md.

   A slot's word is lap, owner and state in one. A worker writes it by its claim alone; all else is the main thread's.

   Variants    none: a task that was running when its worker died fails;  -DRETRY: it is run once more first;
               -DDEATHS=1: one worker dies at most;
               -DBATCH: nobody dies, the first two tasks are posted with one wake and wait for each other: work is spread
   Mutants     -DNO_RECHECK -DBIT_LAST -DPLAIN_CLAIM -DCLAIM_THEN_NAME -DWORKER_FREES -DMAIN_CLEARS_BITS
               -DDEAD_KEEPS_BIT -DDEAD_KEEPS_SLOTS -DDEAD_UNHEARD -DNOBODY_WOKEN -DWOKEN_IF_PARKED
               with BATCH: -DNO_CHAIN -DCHAIN_LAST     Both together: -DREAD_FIRST -DNO_LAP, each of which alone is harmless */

#ifndef MSGS
#define MSGS 2
#endif
#ifndef DEATHS
#define DEATHS 2
#endif
#define WORKERS 2
#define SLOTS   2
#define EVERY   3                                 /* slots */
#define ALL     ((1 << MSGS) - 1)
#define BIT(i)  (1 << (i))
#define OTHER(i) (1 - (i))
#define WITHOUT(set, i) ((set) & (7 - BIT(i)))

#define EMPTY 0
#define READY 1
#define TAKEN 2
#ifdef NO_LAP
#define WORD(lap, owner, state) ((owner) * 4 + (state))
#else
#define WORD(lap, owner, state) (((lap) & 3) * 16 + (owner) * 4 + (state))
#endif
#define LAP(word)   ((word) / 16)
#define STATE(word) ((word) & 3)
#define NAME(i)     ((i) + 1)                     /* as an owner; 0 is nobody */

mtype = { RUN, PARK };
mtype gate[WORKERS] = RUN;
byte parked;                                      /* a bit for each worker that may be asleep; a stale one costs an exchange */
byte slot[SLOTS], task[SLOTS];
chan results[WORKERS] = [SLOTS] of { byte };      /* which slot is done */

bool asleep[WORKERS];                             /* the engine's waiters */
bool dead[WORKERS], buried[WORKERS];              /* buried: the main thread has seen to it */
byte settled;                                     /* the main thread's: tasks that have ended */
byte runner[MSGS], begun;                         /* ghosts */

/* In whatever order: a worker begins behind its last claim. */
#define LOOK(found) \
  do \
  :: atomic { todo & BIT(0) && STATE(slot[0]) == READY -> s = 0; seen = slot[0]; goto found } \
  :: atomic { todo & BIT(1) && STATE(slot[1]) == READY -> s = 1; seen = slot[1]; goto found } \
  :: atomic { todo & BIT(0) && STATE(slot[0]) != READY -> todo = WITHOUT(todo, 0) } \
  :: atomic { todo & BIT(1) && STATE(slot[1]) != READY -> todo = WITHOUT(todo, 1) } \
  :: atomic { todo == 0 -> break } \
  od

/* One more worker for what one more slot holds. */
inline chain() {
  if
  :: STATE(slot[OTHER(s)]) == READY && (parked & BIT(OTHER(me))) ->
     if
     :: atomic { gate[OTHER(me)] == PARK -> gate[OTHER(me)] = RUN }; asleep[OTHER(me)] = false   /* P3, P4 */
     :: else -> skip
     fi
  :: else -> skip
  fi
}

proctype Worker(byte me) {
  byte s, todo, seen, mine;
  { skip;
again:
    todo = EVERY;
on: LOOK(claim);                                  /* W1 */
    gate[me] = PARK;                              /* C1 */
#ifndef BIT_LAST
    parked = parked | BIT(me);                    /* W6 */
#endif
#ifndef NO_RECHECK
    todo = EVERY;
    LOOK(up);                                     /* C2: every slot */
#endif
#ifdef BIT_LAST
    parked = parked | BIT(me);
#endif
    atomic { if :: gate[me] == PARK -> asleep[me] = true :: else -> skip fi };
    !asleep[me];                                  /* C3 */
up: atomic { gate[me] = RUN; s = 0; todo = 0; seen = 0 };   /* C4 */
    atomic { parked = WITHOUT(parked, me); goto again };   /* W7: nobody else, while this worker lives */

claim:
#ifdef READ_FIRST
    mine = task[s];
#endif
#ifdef PLAIN_CLAIM
    slot[s] = WORD(LAP(seen), NAME(me), TAKEN);
#else
    atomic {                                      /* W2: one compare-exchange claims the slot and names its owner */
      if
      :: slot[s] == seen -> todo = 0; slot[s] = WORD(LAP(seen),
#ifdef CLAIM_THEN_NAME
           0,
#else
           NAME(me),
#endif
           TAKEN)
      :: else -> todo = WITHOUT(todo, s); s = 0; seen = 0; mine = 0; goto on
      fi
    };
#ifdef CLAIM_THEN_NAME
    slot[s] = WORD(LAP(seen), NAME(me), TAKEN);
#endif
#endif
#if !defined NO_CHAIN && !defined CHAIN_LAST
    chain();                                      /* W3 */
#endif
#ifndef READ_FIRST
    mine = task[s];                               /* W4 */
#endif
    atomic {
      assert((settled & BIT(mine)) == 0);         /* never after it has ended */
      assert(runner[mine] == 0 || dead[runner[mine] - 1]);   /* nor twice at a time */
      runner[mine] = NAME(me); begun = begun | BIT(mine)
    };
#ifdef BATCH
    mine > 1 || (begun & 3) == 3;
#endif
    assert(task[s] == mine);                      /* in place, and stable as long as it runs */
#ifdef WORKER_FREES
    slot[s] = WORD(LAP(seen) + 1, 0, EMPTY);
#endif
    atomic { runner[mine] = 0; results[me] ! s; mine = 0; seen = 0 };   /* W5: from here on it counts */
#ifdef CHAIN_LAST
    chain();
#endif
    atomic { s = 0; goto again }
  } unless { atomic { dead[me]; s = 0; todo = 0; seen = 0; mine = 0 } }
}

#ifndef BATCH
/* The workers are alike: the first to die is the first. */
active proctype Killer() {
  if
  :: dead[0] = true; if :: DEATHS > 1 -> dead[1] = true :: skip fi
  :: skip
  fi
}
#endif

inline settle(x) { assert((settled & BIT(x)) == 0); settled = settled | BIT(x) }
inline vacate(x) { slot[x] = WORD(LAP(slot[x]) + 1, 0, EMPTY) }

inline wakeOne() {
  left = parked;                                  /* P2 */
  do
  :: left == 0 -> break
  :: else ->
     atomic { if :: left & BIT(0) -> w = 0 :: left & BIT(1) -> w = 1 fi; left = WITHOUT(left, w) };
     if
     :: atomic { gate[w] == PARK -> gate[w] = RUN };   /* P3 */
        asleep[w] = false;                        /* P4 */
#ifdef MAIN_CLEARS_BITS
        parked = WITHOUT(parked, w);
#endif
        left = 0
     :: else -> skip
     fi
  od;
  w = 0
}

inline post(x) {
  atomic { task[x] = next; next++ };
  slot[x] = WORD(LAP(slot[x]), 0, READY);         /* P1 */
#ifdef BATCH
  if :: next < 2 -> skip :: else -> wakeOne() fi
#else
  wakeOne()
#endif
}

inline take(i) {
  atomic { results[i] ? x -> settle(task[x]) };
  atomic { vacate(x); x = 0 }                      /* S6: only now may another task have the slot */
}

/* What the dead had claimed and not published; nobody else writes such a word. */
inline giveUp(x, i) {
  atomic {
    if
    :: slot[x] == WORD(LAP(slot[x]), NAME(i), TAKEN) ->
#ifdef RETRY
       if
       :: (retried & BIT(task[x])) == 0 ->
          retried = retried | BIT(task[x]);
          slot[x] = WORD(LAP(slot[x]) + 1, 0, READY)
       :: else -> settle(task[x]); vacate(x)
       fi
#else
       settle(task[x]); vacate(x)
#endif
    :: else -> skip
    fi
  }
}

inline failReady(x) { if :: STATE(slot[x]) == READY -> settle(task[x]); vacate(x) :: else -> skip fi }

inline bury(i) {
  buried[i] = true;
#ifndef DEAD_UNHEARD
  do :: take(i) :: empty(results[i]) -> break od; /* S1: what it has published counts */
#endif
#ifndef DEAD_KEEPS_SLOTS
  giveUp(0, i); giveUp(1, i);                     /* S2 */
#endif
#ifndef DEAD_KEEPS_BIT
  parked = WITHOUT(parked, i);                    /* S3 */
#endif
#ifndef NOBODY_WOKEN
  if                                              /* S4: the dead may have been about to, or owe a notify */
#ifdef WOKEN_IF_PARKED
  :: gate[OTHER(i)] == RUN -> skip
#endif
  :: else -> gate[OTHER(i)] = RUN; asleep[OTHER(i)] = false
  fi;
#endif
  atomic {                                        /* S5: with nobody left, what is left fails */
    if
    :: buried[OTHER(i)] ->
       failReady(0); failReady(1);
       do :: next == MSGS -> break :: else -> settle(next); next++ od
    :: else -> skip
    fi
  }
}

#define MAY_POST(x) (settled != ALL && next < MSGS && STATE(slot[x]) == EMPTY && !(buried[0] && buried[1]))

active proctype Main() {
  byte next, x, w, left;
#ifdef RETRY
  byte retried;
#endif
  atomic { run Worker(0); run Worker(1) };
  do
  :: settled == ALL -> break
  :: MAY_POST(0) -> post(0)
  :: MAY_POST(1) -> post(1)
  :: take(0)
  :: take(1)
  :: dead[0] && !buried[0] -> bury(0)
  :: dead[1] && !buried[1] -> bury(1)
  od
}

ltl settles { <> (settled == ALL) }
