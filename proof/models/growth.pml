/* One direction: ring records and native messages in one order, and a ring followed by another one, which
   must happen when it is full and may at any time. Labels as in docs/MEMORY-MODEL.md. The sender never waits. Every access to a shared word is a step of its own.

   Receivers   -DASYNC an event loop: native messages come as events, it parks by waitAsync
               -DSYNC  a blocking thread that polls its native port
               -DBLIND a blocking thread that cannot: told that the next message is there, it returns to its event loop.
                       Nobody tells it of a death while it sleeps, so it goes without DIE
   Endings     none: closes after MSGS;  -DIDLE: falls silent after any message, for ever (run pan with -E);
               -DDIE: dies before any of its steps. An event loop is told, after all native messages that were sent; a
               blocked thread finds out by asking now and then (time-outs without such news would hide a lost wake-up)
   Mutants     -DNO_RECHECK -DNO_POSITION_RECHECK -DNO_COUNT_RECHECK -DLATE_OOB -DNO_OOB_WAKE -DOOB_ON_NEW -DOOB_FROM_ZERO
               -DTAIL_FIRST -DSTATE_LAST -DEND_OF_RING -DEARLY_RELEASE -DPARK_ON_OLD
               -DNO_NUMBERS -DNARROW_NUMBERS -DNUMBER_FOR_COUNT -DNO_STASH -DNO_VERDICT
               with DIE: -DNOT_TOLD -DDROP_AT_DEATH -DEND_BY_WAKE -DCOUNT_FIRST */

#ifndef MSGS
#ifdef DIE
#define MSGS 4
#else
#define MSGS 5
#endif
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
byte tail[RINGS], head[RINGS];
#ifdef NUMBER_FOR_COUNT                /* the last number on the lane, compared within a window of half of 8 */
byte oob[RINGS] = 7;
#define ANNOUNCED number
#define PENDING   (((o - expected) & 7) < 4)
#else
byte oob[RINGS];
#define ANNOUNCED announced
#define PENDING   (o != taken && o + 1 != taken)
#endif
bool closed[RINGS];
byte slotNumber[RINGS], slotValue[RINGS];   /* CAP is 1 */

/* The engine: who sleeps on which gate; the native port's queue. */
bool asleep[RINGS];
byte queued;                                /* native messages posted */
byte nativeNumber[ALL], nativeValue[ALL];   /* value 0: an announcement; then nativeRing is the next ring */
byte nativeRing[ALL];

bool dead;
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
  atomic {
    nativeNumber[queued] = number; nativeValue[queued] = value; nativeRing[queued] = ring; queued++;
    if :: value > 0 -> posted = value :: else -> skip fi
  }
}

inline announce(r) {
  announced++;
#ifdef OOB_ON_NEW
  if :: r + 1 < RINGS && growing -> oob[r + 1] = announced :: else -> oob[r] = announced fi;
#else
  oob[r] = ANNOUNCED;                                     /* O2 */
#endif
#ifndef NO_OOB_WAKE
  if :: gate[r] == PARK_SYNC -> wake(r) :: else -> skip fi  /* O3 */
#endif
}

#ifdef NO_NUMBERS
#define IS_NEXT(number) true
#elif defined NARROW_NUMBERS
#define IS_NEXT(number) ((number & 3) == (expected & 3))
#else
#define IS_NEXT(number) (number == expected)
#endif
#ifdef NO_STASH
#define IN_STASH (out < taken)
#else
#define IN_STASH (out < taken && nativeNumber[out] == expected)
#endif

active proctype Sender() {
  byte n, number, announced, ring; mtype was; bool growing;
  { do
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
        atomic { posted = n; tail[ring] = tail[ring] + 1 };   /* P1 */
        wake(ring)
     :: ring < RINGS - 1 ->                               /* must move when the ring is full, and may at any time */
        growing = true;
#ifndef OOB_FROM_ZERO
#ifdef NUMBER_FOR_COUNT
        oob[ring + 1] = number;
#else
        oob[ring + 1] = announced + 1;                    /* before the buffer is handed over */
#endif
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
#ifdef COUNT_FIRST
        announce(ring);
        post(n, 0);
#else
        post(n, 0);                                       /* O1 */
        announce(ring);
#endif
        number++
     fi
  od;
#ifndef IDLE
  closed[ring] = true;                                    /* E1 */
  wake(ring)
#endif
  } unless { dead };
  sent = true
}

#ifdef DIE
active proctype Killer() { dead = true }
#endif

/* All that the dead sender had sent by the lane has come. */
#ifdef NOT_TOLD
#define DEATH_IS_TOLD false
#elif defined DROP_AT_DEATH
#define DEATH_IS_TOLD (dead && !isGone)
#elif defined SYNC
#define DEATH_IS_TOLD (dead && !isGone)
#else
#define DEATH_IS_TOLD (dead && !isGone && taken == queued)
#endif

active proctype Receiver() {
  byte expected, taken, out, seen, ring, parkedOn, t, o; bool c, pending[RINGS], isGone; mtype was;
  do
#ifdef ASYNC
  :: taken < queued -> taken++                            /* an event between two turns: stashed */
#endif
  :: IN_STASH ->                                          /* M1 */
     expected++;
     if
     :: nativeValue[out] == 0 ->
        if :: pending[ring] -> gate[ring] = RUN; asleep[ring] = false; pending[ring] = false :: else -> skip fi;   /* D2 */
        ring = nativeRing[out]
     :: else -> seen++; assert(nativeValue[out] == seen)
     fi;
     out++
  :: !IN_STASH ->
     if
     :: head[ring] != tail[ring] && IS_NEXT(slotNumber[ring]) ->   /* M2 */
#ifdef EARLY_RELEASE
        head[ring] = head[ring] + 1;
        seen++; assert(slotValue[ring] == seen);
        expected++
#else
        seen++; assert(slotValue[ring] == seen);
        expected++;
        head[ring] = head[ring] + 1
#endif
     :: head[ring] != tail[ring] && !IS_NEXT(slotNumber[ring]) ->   /* M3: the record stays */
        assert(slotNumber[ring] > expected);
FETCH:
#ifdef NO_VERDICT
        skip
#elif defined BLIND
        taken < queued -> taken++;                        /* F2 */
        do :: taken < queued -> taken++ :: break od       /* and perhaps more */
#elif defined ASYNC
        if
        :: taken < queued -> taken++                      /* F2: back to the event loop, which brings it */
        :: DEATH_IS_TOLD -> break                         /* D1: it will never come */
        fi
#else
        if
        :: taken < queued -> taken++                      /* F1: polled, and it is there */
        :: taken == queued -> assert(isGone); break       /* D1 */
        fi
#endif
     :: else ->
#ifdef TAIL_FIRST
        t = tail[ring]; o = oob[ring]; c = closed[ring];
#elif defined STATE_LAST
        o = oob[ring]; t = tail[ring]; c = closed[ring];
#else
        c = closed[ring]; o = oob[ring]; t = tail[ring];  /* M4 */
#endif
        if
        :: head[ring] != t -> skip
#ifdef END_OF_RING
        :: head[ring] == t && PENDING && !c -> goto FETCH
        :: head[ring] == t && c -> break
#else
        :: head[ring] == t && PENDING -> goto FETCH       /* M5 */
        :: head[ring] == t && !PENDING && c -> break      /* M6 */
#endif
        :: head[ring] == t && !PENDING && !c && isGone -> break   /* D1 */
        :: head[ring] == t && !PENDING && !c && !isGone ->   /* M7 */
#ifdef PARK_ON_OLD
           parkedOn = 0;
#else
           parkedOn = ring;
#endif
           gate[parkedOn] = MINE;                         /* C1 */
#ifdef NO_RECHECK
           skip;
#else
           c = closed[ring];                              /* C2 */
#ifndef NO_COUNT_RECHECK
           o = oob[ring];
#endif
#ifndef NO_POSITION_RECHECK
           t = tail[ring];
#endif
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
              :: pending[parkedOn] && DEATH_IS_TOLD -> isGone = true
#else
              :: pending[parkedOn] && DEATH_IS_TOLD ->    /* asked */
                 asleep[parkedOn] = false; pending[parkedOn] = false; isGone = true
#ifndef DROP_AT_DEATH
                 ; taken = queued                         /* what the lane still brings is kept */
#endif
#endif
              fi
           fi;
           gate[parkedOn] = RUN                           /* C4 */
        fi
     fi
  od;
#ifdef END_BY_WAKE
  if :: pending[ring] && gate[ring] != RUN -> gate[ring] = RUN; asleep[ring] = false :: else -> skip fi;
#else
  if :: pending[ring] -> gate[ring] = RUN; asleep[ring] = false :: else -> skip fi;   /* D2 */
#endif
  assert(!asleep[ring]);                                  /* no wait is left that nothing ends */
#ifdef DIE
  assert(seen >= posted);
#else
  assert(seen == MSGS);
#endif
  ended = true
}

#ifdef IDLE
ltl drains { <> (sent && Receiver:seen == posted) }
#else
ltl finishes { <> (sent && ended) }
#endif
