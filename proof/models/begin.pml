/* The first messages to a peer that may know nothing of us: they go by the native lane as they are, without a number, until
   it takes its end of the ring. Labels as in docs/MEMORY-MODEL.md. The sender never waits.

   Receivers   -DASYNC   an event loop;  -DSYNC: a blocked thread that polls its native port
               -DDROPS   an event loop whose platform drops what comes before it listens
               -DNATIVE  knows nothing of us and reads native messages only
   Endings     none: closes after MSGS;  -DIDLE: falls silent after any message, for ever (run pan with -E)
   Mutants     -DLATE_COUNT -DNO_COUNT -DNO_MARK -DLATE_MARK -DMARK_ONLY -DMARK_WITHOUT_COUNT -DWRAP_BLINDLY
               -DEARLY_BEGIN -DFOREIGN_IS_OURS -DNO_OOB_WAKE -DEND_WITHOUT_MARK */

#ifndef MSGS
#define MSGS 3
#endif
#define CAP   2
#define LANE  10
#define EVERY 15                       /* in UNWRAPPED: all messages so far, and nobody knows how many */

mtype = { RUN, PARK_SYNC, PARK_ASYNC };
mtype = { RAW, MARK, NUMBERED, FOREIGN };
#ifdef SYNC
#define MINE PARK_SYNC
#else
#define MINE PARK_ASYNC
#endif

/* Shared words. */
mtype gate = RUN;
byte tail, head, oob, unwrapped = EVERY;
bool closed, owned;
byte slotNumber[CAP], slotValue[CAP];

/* The engine: its waiter, and the native port's queue. */
bool asleep;
byte queued;
mtype laneKind[LANE];
byte laneNumber[LANE], laneValue[LANE];

bool sent, ended, isUntold;            /* ghosts; the last: it closed before anybody had taken the ring */
byte posted, seen, dropped;

inline wake() {
  if
  :: gate == RUN -> skip                                  /* P2 */
  :: else ->
     atomic { was = gate; gate = RUN };                   /* P3 */
     if :: was != RUN -> asleep = false :: else -> skip fi   /* P4 */
  fi
}

inline post(kind, value) {
  atomic { laneKind[queued] = kind; laneNumber[queued] = number; laneValue[queued] = value; queued++ }   /* O1 */
}

inline announce() {
  announced++;
  oob = announced;                                        /* O2 */
#ifndef NO_OOB_WAKE
  if :: gate == PARK_SYNC -> wake() :: else -> skip fi    /* O3 */
#endif
}

active proctype Sender() {
  byte n, number, announced; bool isWrapping, isStopping; mtype was;
  do
  :: n == MSGS -> break
#ifdef IDLE
  :: n < MSGS && n > 0 -> break
#endif
  :: n < MSGS ->
     n++;
     if
     :: isWrapping -> skip
#ifdef WRAP_BLINDLY
     :: !isWrapping -> isWrapping = true
#else
     :: !isWrapping && !owned -> skip
     :: !isWrapping && owned ->                           /* B2: from now on somebody reads the ring */
        isWrapping = true;
#if !defined LATE_COUNT && !defined NO_COUNT
        unwrapped = announced;                            /* B3 */
#endif
#if !defined NO_MARK && !defined LATE_MARK
        if :: announced > 0 -> post(MARK, 0) :: else -> skip fi;   /* B4 */
#endif
        isStopping = true
#endif
     fi;
     posted = n;
     if
     :: !isWrapping -> post(RAW, n); announce()
     :: isWrapping && tail - head < CAP ->
        atomic { slotNumber[tail % CAP] = number; slotValue[tail % CAP] = n };
        tail = tail + 1;                                  /* P1 */
        wake()
     :: isWrapping -> post(NUMBERED, n); announce()
     fi;
     number++;
     if
     :: isStopping ->
        isStopping = false;
#ifdef LATE_COUNT
        unwrapped = announced;
#endif
#ifdef LATE_MARK
        if :: number > 1 -> number--; post(MARK, 0); number++ :: else -> skip fi;
#endif
        if :: post(FOREIGN, 0) :: skip fi                 /* somebody uses the native port directly */
     :: else -> skip
     fi
  od;
#ifndef IDLE
  if
  :: isWrapping -> skip
  :: !isWrapping && !owned -> isUntold = true
  :: !isWrapping && owned ->
#ifndef END_WITHOUT_MARK
     unwrapped = announced;                               /* B3, B4: or who has missed some would wait for them */
     if :: announced > 0 -> post(MARK, 0) :: else -> skip fi
#endif
  fi;
  closed = true;                                          /* E1 */
  wake();
#endif
  sent = true
}

#ifdef NATIVE

active proctype Receiver() {
  byte taken;
  do
  :: taken < queued && laneKind[taken] == RAW -> seen++; assert(laneValue[taken] == seen); taken++
  :: taken < queued && laneKind[taken] != RAW -> assert(false)   /* what it cannot understand */
  od
}

#else

#define PENDING (o != taken && o + 1 != taken)

/* A native message comes, by event or polled: into the stash, or it is none of ours. */
inline onMessage() {
  if
  :: laneKind[arrived] == FOREIGN || laneKind[arrived] == RAW ->
     u = unwrapped;
#ifndef FOREIGN_IS_OURS
     if
     :: taken >= u -> assert(laneKind[arrived] == FOREIGN)
     :: else -> assert(laneKind[arrived] == RAW); stash[stashed] = arrived; stashed++; taken++
     fi
#else
     assert(laneKind[arrived] == RAW); stash[stashed] = arrived; stashed++; taken++
#endif
  :: laneKind[arrived] == MARK ->
     if
     :: hasBegun -> skip
     :: else ->
        stash[stashed] = arrived; stashed++;
#ifndef MARK_WITHOUT_COUNT
        taken = laneNumber[arrived]                       /* B5: also those that were dropped */
#endif
     fi
  :: laneKind[arrived] == NUMBERED -> stash[stashed] = arrived; stashed++; taken++
  fi;
  arrived++
}

#define STASH_IS_NEXT (out < stashed && (laneKind[stash[out]] != NUMBERED || laneNumber[stash[out]] == expected))

inline deliver(value) {
  seen++;
#ifdef DROPS
  assert(value > last && value == seen + dropped);
#else
  assert(value == seen);
#endif
  last = value
}

active proctype Receiver() {
  byte expected, taken, arrived, stash[LANE], stashed, out, t, o, u, last; bool c, pending, hasBegun; mtype was;
#ifdef DROPS
  do :: arrived < queued -> arrived++; dropped++ :: break od;
#endif
  owned = true;                                           /* B1 */
  hasBegun = unwrapped == 0;
  do
#ifndef SYNC
  :: arrived < queued -> onMessage()
#endif
  :: STASH_IS_NEXT ->                                     /* M1 */
     if
     :: laneKind[stash[out]] == MARK -> expected = laneNumber[stash[out]]; hasBegun = true
     :: laneKind[stash[out]] == RAW -> deliver(laneValue[stash[out]])
     :: laneKind[stash[out]] == NUMBERED -> deliver(laneValue[stash[out]]); expected++
     fi;
     out++
  :: !STASH_IS_NEXT ->
     if
     :: head != tail && slotNumber[head % CAP] == expected ->   /* M2 */
        deliver(slotValue[head % CAP]);
        expected++;
        head = head + 1
     :: head != tail && slotNumber[head % CAP] != expected ->   /* M3 */
        u = 0;
#ifndef MARK_ONLY
        if :: !hasBegun -> u = unwrapped :: else -> skip fi;
#endif
#ifdef EARLY_BEGIN
        if
        :: !hasBegun && u > 0
#else
        if
        :: !hasBegun && u > 0 && taken == u               /* B6: all of them are here, and the mark is not */
#endif
           -> expected = u; hasBegun = true
        :: else ->
           assert(slotNumber[head % CAP] > expected);
#if !defined SYNC && !defined DROPS
           /* The verdict is exact: nobody is sent to the event loop for the mark alone. */
           assert(hasBegun || arrived >= queued || laneKind[arrived] != MARK);
#endif
FETCH:
#ifdef SYNC
           assert(arrived < queued); onMessage()          /* F1 */
#else
           (arrived < queued) -> onMessage()              /* F2 */
#endif
        fi
     :: else ->
        c = closed; o = oob; t = tail;                    /* M4 */
        if
        :: head != t -> skip
        :: head == t && PENDING -> goto FETCH             /* M5 */
        :: head == t && !PENDING && c -> break            /* M6 */
        :: head == t && !PENDING && !c ->                 /* M7 */
           gate = MINE;                                   /* C1 */
           c = closed; o = oob; t = tail;                 /* C2 */
           if
           :: c || head != t || PENDING -> skip
           :: else ->
              atomic { if :: !pending && gate == MINE -> asleep = true; pending = true :: else -> skip fi };   /* C3 */
              if
              :: !pending -> skip
              :: pending && !asleep -> pending = false
#ifndef SYNC
              :: pending && arrived < queued -> onMessage()
#endif
              fi
           fi;
           gate = RUN                                     /* C4 */
        fi
     fi
  od;
  assert(seen + dropped == MSGS);
  ended = true
}
#endif

#if defined IDLE || defined NATIVE
ltl drains { <> (sent && seen + dropped == posted) }
#elif defined DROPS
ltl finishes { <> (sent && (ended || isUntold)) }
#else
ltl finishes { <> (sent && ended) }
#endif
