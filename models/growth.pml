/* One direction of a channel: ring records and native messages in one order, and a full ring followed by a larger one.
   Labels as in docs/MEMORY-MODEL.md. The sender never waits. Every access to a shared word is a step of its own.

   Receivers   -DASYNC an event loop: native messages come as events, it parks by waitAsync
               -DSYNC  a blocking thread that polls its native port
   Endings     none: closes after MSGS;  -DIDLE: falls silent after any message, for ever (run pan with -E)
   Mutants     -DNO_RECHECK -DLATE_OOB -DOOB_ON_NEW -DOOB_FROM_ZERO -DTAIL_FIRST -DEARLY_RELEASE -DPARK_ON_OLD */

#ifndef MSGS
#define MSGS 5
#endif
#define RINGS 3
#define CAP   1
#define ALL   10                       /* numbers: messages and announcements */

mtype = { RUN, PARK_SYNC, PARK_ASYNC };
#ifdef ASYNC
#define MINE PARK_ASYNC
#else
#define MINE PARK_SYNC
#endif

/* Shared words, per ring. */
mtype gate[RINGS] = RUN;
byte tail[RINGS], head[RINGS], oob[RINGS];
bool closed[RINGS];
byte slotNumber[RINGS], slotValue[RINGS];   /* CAP is 1 */

/* The engine: who sleeps on which gate; the native port's queue. */
bool asleep[RINGS];
byte queued;                                /* native messages posted */
byte nativeNumber[ALL], nativeValue[ALL];   /* value 0: an announcement; then nativeRing is the next ring */
byte nativeRing[ALL];

bool sent, ended;                           /* ghosts */
byte posted;

inline wake(r) {
  if
  :: gate[r] == RUN -> skip                               /* P2 */
  :: else ->
     atomic { was = gate[r]; gate[r] = RUN };             /* P3 */
     if :: was != RUN -> asleep[r] = false :: else -> skip fi  /* P4 */
  fi
}

inline post(value, ring) {
  atomic { nativeNumber[queued] = number; nativeValue[queued] = value; nativeRing[queued] = ring; queued++ }
}

inline announce(r) {
  announced++;
#ifdef OOB_ON_NEW
  if :: r + 1 < RINGS && growing -> oob[r + 1] = announced :: else -> oob[r] = announced fi;
#else
  oob[r] = announced;                                     /* O2 */
#endif
  if :: gate[r] == PARK_SYNC -> wake(r) :: else -> skip fi  /* O3 */
}

active proctype Sender() {
  byte n, number, announced, ring; mtype was; bool growing;
  do
  :: n == MSGS -> break
#ifdef IDLE
  :: n < MSGS && n > 0 -> break
#endif
  :: n < MSGS ->
     n++;
     if
     :: tail[ring] - head[ring] < CAP ->
PUT:    atomic { slotNumber[ring] = number; slotValue[ring] = n };
        number++;
        posted = n;
        tail[ring] = tail[ring] + 1;                      /* P1 */
        wake(ring)
     :: tail[ring] - head[ring] == CAP && ring < RINGS - 1 ->
        growing = true;
#ifndef OOB_FROM_ZERO
        oob[ring + 1] = announced + 1;                    /* before the buffer is handed over */
#endif
#ifdef LATE_OOB
        post(0, ring + 1);                                /* O1 */
        if :: gate[ring] == PARK_SYNC -> wake(ring) :: else -> skip fi;
        announced++; oob[ring] = announced;
#else
        post(0, ring + 1);                                /* O1 */
        announce(ring);
#endif
        number++;
        growing = false;
        ring++;
        goto PUT
     :: true ->                                           /* cannot be encoded, too large, or the largest ring is full */
        posted = n;
        post(n, 0);                                       /* O1 */
        announce(ring);
        number++
     fi
  od;
#ifndef IDLE
  closed[ring] = true;                                    /* E1 */
  wake(ring);
#endif
  sent = true
}

#define PENDING (o != taken && o + 1 != taken)

active proctype Receiver() {
  byte expected, taken, out, seen, ring, parkedOn, t, o; bool c, pending[RINGS]; mtype was;
  do
#ifdef ASYNC
  :: taken < queued -> taken++                            /* an event between two turns: stashed */
#endif
  :: out < taken && nativeNumber[out] == expected ->      /* M1 */
     expected++;
     if
     :: nativeValue[out] == 0 ->
        if :: pending[ring] -> asleep[ring] = false; pending[ring] = false :: else -> skip fi;
        ring = nativeRing[out]
     :: else -> seen++; assert(nativeValue[out] == seen)
     fi;
     out++
  :: !(out < taken && nativeNumber[out] == expected) ->
     if
     :: head[ring] != tail[ring] && slotNumber[ring] == expected ->   /* M2 */
#ifdef EARLY_RELEASE
        head[ring] = head[ring] + 1;
        seen++; assert(slotValue[ring] == seen);
        expected++
#else
        seen++; assert(slotValue[ring] == seen);
        expected++;
        head[ring] = head[ring] + 1
#endif
     :: head[ring] != tail[ring] && slotNumber[ring] != expected ->   /* M3: the record stays */
        assert(slotNumber[ring] > expected);
FETCH:
#ifdef ASYNC
        (taken < queued) -> taken++                       /* F2: back to the event loop, which brings it */
#else
        assert(taken < queued); taken++                   /* F1: polled, and it is there */
#endif
     :: else ->
#ifdef TAIL_FIRST
        t = tail[ring]; o = oob[ring]; c = closed[ring];
#else
        c = closed[ring]; o = oob[ring]; t = tail[ring];  /* M4 */
#endif
        if
        :: head[ring] != t -> skip
        :: head[ring] == t && PENDING -> goto FETCH       /* M5 */
        :: head[ring] == t && !PENDING && c -> break      /* M6 */
        :: head[ring] == t && !PENDING && !c ->           /* M7 */
#ifdef PARK_ON_OLD
           parkedOn = 0;
#else
           parkedOn = ring;
#endif
           gate[parkedOn] = MINE;                         /* C1 */
#ifdef NO_RECHECK
           skip;
#else
           c = closed[ring]; o = oob[ring]; t = tail[ring];   /* C2 */
#endif
           if
           :: c || head[ring] != t || PENDING -> skip
           :: else ->
              atomic { if :: !pending[parkedOn] && gate[parkedOn] == MINE -> asleep[parkedOn] = true; pending[parkedOn] = true
                          :: else -> skip fi };           /* C3 */
              if
              :: !pending[parkedOn] -> skip
              :: pending[parkedOn] && !asleep[parkedOn] -> pending[parkedOn] = false
#ifdef ASYNC
              :: pending[parkedOn] && taken < queued -> taken++   /* the port's event; the wait stays pending */
#endif
              fi
           fi;
           gate[parkedOn] = RUN                           /* C4 */
        fi
     fi
  od;
  assert(seen == MSGS);
  ended = true
}

#ifdef IDLE
ltl drains { <> (sent && Receiver:seen == posted) }
#else
ltl finishes { <> (sent && ended) }
#endif
