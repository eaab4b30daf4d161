/* One ring whose two sides may both sleep: the consumer for records, the producer for room.
   Labels as in docs/MEMORY-MODEL.md; on the producer's gate the roles of P and C are exchanged.
   Positions wrap at 8, as the real ones wrap at 2^32.

   Endings     none: the producer closes;  -DIDLE: it falls silent for ever after its last record (run pan with -E)
   Mutants     -DNO_RECHECK -DNO_ROOM_RECHECK -DNOTIFY_FIRST -DEARLY_RELEASE -DCLOSE_EARLY -DWANT_TOO_MUCH */

#ifndef MSGS
#define MSGS 10
#endif
#define CAP   2
#define MASK  7
#define NEXT(x)      (((x) + 1) & MASK)
#define USED(t, h)   (((t) - (h)) & MASK)
#define REACHED(h, w) (((h) - (w)) & MASK) < 4    /* a signed difference: h is at w or past it */

mtype = { RUN, PARK };
mtype consumerGate = RUN, producerGate = RUN;
byte producerPosition, consumerPosition, wanted, slots[CAP];
bool closed;

bool consumerAsleep, producerAsleep;              /* the engine's waiters */
bool sent, ended;                                 /* ghosts */

/* Atomics.wait compares and enqueues in one step. No time-out: it would hide a lost wake-up. */
inline wait(gate, asleep) {
  atomic { if :: gate == PARK -> asleep = true :: else -> skip fi };
  !asleep
}

inline wake(gate, asleep) {
  if
  :: gate == RUN -> skip                          /* P2 */
  :: else ->
     atomic { was = gate; gate = RUN };           /* P3 */
     if :: was == PARK -> asleep = false :: else -> skip fi   /* P4 */
  fi
}

active proctype Producer() {
  byte mine, known, n; mtype was;
  do
  :: n == MSGS -> break
  :: n < MSGS && USED(mine, known) < CAP ->
     n++;
     slots[mine % CAP] = n;                       /* plain */
     mine = NEXT(mine);
#ifdef NOTIFY_FIRST
     wake(consumerGate, consumerAsleep);
#endif
#ifdef CLOSE_EARLY
     if :: n == MSGS -> closed = true :: else -> skip fi;
#endif
     producerPosition = mine;                     /* P1 */
#ifndef NOTIFY_FIRST
     wake(consumerGate, consumerAsleep)
#endif
  :: n < MSGS && USED(mine, known) == CAP ->
     known = consumerPosition;
     if
     :: USED(mine, known) < CAP -> skip
     :: else ->
        /* C0: room for one record, and as much to spare as is published. */
        if
        :: wanted = (mine + 1 - CAP) & MASK
#ifdef WANT_TOO_MUCH
        :: wanted = (mine + 1) & MASK
#else
        :: wanted = mine
#endif
        fi;
        producerGate = PARK;                      /* C1 */
#ifndef NO_ROOM_RECHECK
        known = consumerPosition;                 /* C2 */
#endif
        if
        :: USED(mine, known) < CAP -> skip
        :: else -> wait(producerGate, producerAsleep)   /* C3 */
        fi;
        producerGate = RUN                        /* C4 */
     fi
  od;
#ifndef IDLE
  closed = true;                                  /* E1 */
  wake(consumerGate, consumerAsleep);
#endif
  sent = true
}

active proctype Consumer() {
  byte mine, known, seen; mtype was;
  do
  :: mine != known ->
#ifdef EARLY_RELEASE
     consumerPosition = NEXT(mine);
#endif
     seen++;
     assert(slots[mine % CAP] == seen);           /* in order, once */
     assert(slots[mine % CAP] == seen);           /* and unchanged while it is read */
     mine = NEXT(mine);
     if                                           /* the release may wait for more, but not for ever */
     :: mine != known -> skip
     :: true ->
        consumerPosition = mine;                  /* P1 */
        if :: producerGate != RUN && REACHED(mine, wanted) -> wake(producerGate, producerAsleep) :: else -> skip fi
     fi
  :: mine == known ->
     known = producerPosition;
     assert(USED(known, mine) <= CAP);
     if
     :: mine != known -> skip
     :: else ->
        consumerPosition = mine;                  /* always before parking */
        if :: producerGate != RUN && REACHED(mine, wanted) -> wake(producerGate, producerAsleep) :: else -> skip fi;
        if
        :: closed ->
           known = producerPosition;              /* once more, after the state */
           if :: mine == known -> break :: else -> skip fi
        :: else ->
           consumerGate = PARK;                   /* C1 */
#ifndef NO_RECHECK
           known = producerPosition;              /* C2 */
#endif
           if
           :: mine != known || closed -> skip
           :: else -> wait(consumerGate, consumerAsleep)   /* C3 */
           fi;
           consumerGate = RUN                     /* C4 */
        fi
     fi
  od;
  assert(seen == MSGS);
  ended = true
}

#ifdef IDLE
ltl drains { <> (sent && Consumer:seen == MSGS) }
#else
ltl finishes { <> (sent && ended) }
#endif
