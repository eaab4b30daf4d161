/* Somebody who sends waits for room, or until no more than the high water mark is buffered.
   Labels as in docs/MEMORY-MODEL.md; on PRODUCER_GATE the receiver publishes what it gave back (P), the sender parks (C).
   Which message comes next is no question here: growth.pml answers it.

   Senders     -DBLOCK  whenFull: 'block', a thread that sleeps until its message may go
               -DREADY  an event loop that never blocks, and parks for `drain` by waitAsync while it goes on sending
               -DBOTH   blocks, and is parked for `drain` besides, on the same gate
   Endings     none: the receiver takes everything and falls silent, for ever;  -DCLOSE: it may close at any time;
               -DDIE: it dies before any of its steps, as a blocked sender finds out by asking now and then
               (a time-out that brings no such news is left out: it would hide a lost wake-up)
   Mutants     -DNO_RECHECK -DNO_END_RECHECK -DTAKEN_NEVER -DTAKEN_LATE -DWAKE_FIRST -DWAKE_IF_MOVED -DNO_WORD -DWANT_TOO_MUCH
               -DPARK_ON_OLD -DNO_REARM -DCLOSE_ONE_RING -DEND_WAKES_FIRST -DNEVER_ASKS */

#ifndef MSGS
#ifdef BOTH
#define MSGS 3
#else
#define MSGS 4
#endif
#endif
#define HIGH  1                        /* the high water mark, in messages */
#define RINGS 2
#define CAP(r) ((r) + 1)
#define START 6                        /* positions wrap at 8, as the real ones wrap at 2^32 */
#define NEXT(x)       (((x) + 1) & 7)
#define USED(t, h)    (((t) - (h)) & 7)
#define REACHED(h, w) ((((h) - (w)) & 7) < 4)

mtype = { RUN, PARK_SYNC, PARK_ASYNC };
mtype = { NOTHING, RECORD, NATIVE, LARGER };

/* Shared words. PRODUCER_POSITION is the sender's own, and here private. */
byte head[RINGS] = START, wanted[RINGS];
mtype gate[RINGS] = RUN;
bool closed[RINGS];
byte taken;                            /* OUT_OF_BAND_TAKEN, of the first ring */

/* The engine: the thread that is blocked; the event loop's waits, and those that are over. */
bool asleep, pending[RINGS], due[RINGS];
mtype next[MSGS + 2] = NOTHING;        /* what has this number */
bool dead, gone;                       /* gone: the native port tells of the receiver's end */
bool sent;                             /* ghost */

inline notify(r) { atomic { asleep = false; due[r] = pending[r] } }

inline wake(r) {
  if
  :: gate[r] == RUN -> skip                                /* P2 */
  :: else ->
     atomic { was = gate[r]; gate[r] = RUN };              /* P3 */
     if :: was != RUN -> notify(r) :: else -> skip fi      /* P4 */
  fi
}

/* What is buffered: on the lane, in the ring in use, in the older one. One look at each shared word. */
inline look() {
  do :: first < posted && count[first] <= taken -> first++ :: else -> break od;
  amount = posted - first + USED(tail[ring], head[ring]);
  if :: ring == 0 -> older = 0 :: else -> older = USED(tail[0], head[0]) fi;
  amount = amount + older
}

/* The receiver that closes marks its ring, which may be older than ours, and the first, which both know. */
#ifdef CLOSE_ONE_RING
#define ENDED closed[ring]
#else
#define ENDED (closed[ring] || closed[0])
#endif
inline lookAtEnd() { isEnded = ENDED }

/* Whether the message may go: room in the ring, or few enough buffered. */
inline lookAtNeed() {
  if
  :: needsRoom -> isMet = USED(tail[ring], head[ring]) < CAP(ring)
  :: else -> look(); isMet = amount <= HIGH
  fi
}

inline awaitRoom() {
  do
  :: lookAtNeed();
     if :: isMet -> break :: else -> skip fi;
     lookAtEnd();
     if :: isEnded -> break :: else -> skip fi;
#ifndef NO_WORD
     wanted[ring] = head[ring];                            /* C0 */
#endif
     gate[ring] = PARK_SYNC;                               /* C1 */
#ifndef NO_RECHECK
     lookAtNeed();                                         /* C2 */
#endif
#ifndef NO_END_RECHECK
     lookAtEnd();
#endif
     if
     :: isMet || isEnded -> skip
     :: else ->
        atomic { if :: gate[ring] == PARK_SYNC -> asleep = true :: else -> skip fi };   /* C3 */
        if
        :: !asleep -> skip
#ifndef NEVER_ASKS
        :: asleep && dead -> asleep = false; isEnded = true        /* D1 */
        :: asleep && ring > 0 && closed[0] -> asleep = false       /* C5 */
#endif
        fi
     fi;
     gate[ring] = RUN;                                     /* C4 */
     if :: isEnded -> break :: else -> skip fi
  od
}

inline dispose(r) { if :: pending[r] -> gate[r] = RUN; notify(r) :: else -> skip fi }   /* D2 */

/* Parks for `drain`, unless it has come. */
inline rearm() {
  do
  :: !watching -> break
  :: watching ->
     look();
     if :: amount <= HIGH -> watching = false; break :: else -> skip fi;
     lookAtEnd();
     if :: isEnded -> watching = false; break :: else -> skip fi;
#ifndef PARK_ON_OLD
     if :: parkedOn != ring -> dispose(parkedOn); parkedOn = ring :: else -> skip fi;
#endif
     if                                                    /* C0 */
#ifdef WANT_TOO_MUCH
     :: wanted[ring] = NEXT(tail[ring])
#else
     :: posted == first && older == 0 -> wanted[ring] = (tail[ring] - HIGH) & 7
     :: !(posted == first && older == 0) -> wanted[ring] = head[ring]
#endif
     fi;
     gate[parkedOn] = PARK_ASYNC;                          /* C1 */
#ifndef NO_RECHECK
     look();                                               /* C2 */
#endif
#ifndef NO_END_RECHECK
     lookAtEnd();
#endif
     if
     :: amount <= HIGH || isEnded -> skip
     :: else ->
        atomic {                                           /* C3 */
          if :: !pending[parkedOn] && gate[parkedOn] == PARK_ASYNC -> pending[parkedOn] = true :: else -> skip fi
        };
        if :: pending[parkedOn] -> break :: else -> skip fi
     fi;
     gate[parkedOn] = RUN                                  /* C4 */
  od
}

/* An event of the loop. The port's own comes when the receiver has ended, however it did. */
inline event() {
  if
  :: due[0] -> atomic { due[0] = false; pending[0] = false }; rearm()
  :: due[1] -> atomic { due[1] = false; pending[1] = false }; rearm()
  :: (gone || dead) && !isOver -> isOver = true; watching = false; dispose(parkedOn)
  fi
}

active proctype Sender() {
  byte n, ring, tail[RINGS] = START, numbers, posted, first, count[MSGS], announced, amount, older, parkedOn;
  bool needsRoom, isMet, isEnded, isOver, watching; mtype was;
  do
  :: n == MSGS || isOver -> break
#ifndef BLOCK
  :: n < MSGS && !isOver && (due[0] || due[1] || gone || dead) -> event()
#endif
  :: n < MSGS && !isOver ->
     n++;
     if
     :: needsRoom = true                                   /* it fits the ring */
     :: needsRoom = false                                  /* it takes the lane, or is too long for this ring */
     fi;
#ifdef READY
     isMet = USED(tail[ring], head[ring]) < CAP(ring);
#else
     awaitRoom();
     if :: isEnded -> break :: else -> skip fi;
#endif
     if
     :: needsRoom && isMet -> skip
     :: !(needsRoom && isMet) && ring < RINGS - 1 ->
        announced++;
        atomic { next[numbers] = LARGER; numbers++ };
        ring++;
        needsRoom = true; isMet = true
     :: !(needsRoom && isMet) -> needsRoom = false
     fi;
     if
     :: needsRoom && isMet -> tail[ring] = NEXT(tail[ring]); atomic { next[numbers] = RECORD; numbers++ }
     :: else -> announced++; atomic { next[numbers] = NATIVE; numbers++; count[posted] = announced; posted++ }
     fi;
#ifndef BLOCK
#if defined BOTH && !defined NO_REARM
     rearm();                                              /* C6 */
#endif
     look();
     if :: !watching && amount > HIGH -> watching = true; rearm() :: else -> skip fi
#endif
  od;
  do
  :: !watching -> break
  :: watching -> event()
  od;
  sent = true
}

inline publishRelease() {
#ifdef WAKE_FIRST
  if :: gate[r] != RUN && REACHED(mine, wanted[r]) -> wake(r) :: else -> skip fi;
#endif
#ifndef TAKEN_NEVER
#ifndef TAKEN_LATE
  taken = delivered;                                       /* P0 */
#endif
#endif
#ifdef WAKE_IF_MOVED
  if :: head[r] != mine -> head[r] = mine; hasMoved = true :: else -> hasMoved = false fi;
  if :: hasMoved && gate[r] != RUN && REACHED(mine, wanted[r]) -> wake(r) :: else -> skip fi;
#else
  head[r] = mine;                                          /* P1 */
#ifndef WAKE_FIRST
  if :: gate[r] != RUN && REACHED(mine, wanted[r]) -> wake(r) :: else -> skip fi;
#endif
#endif
#ifdef TAKEN_LATE
  taken = delivered
#endif
}

active proctype Receiver() {
  byte expected, r, mine = START, delivered; bool hasMoved; mtype was;
  { do
    :: next[expected] == RECORD ->
       mine = NEXT(mine); expected++;
       if :: publishRelease() :: skip fi                   /* the release may wait for more, but not for ever */
    :: next[expected] == NATIVE ->
       delivered++; expected++;
       if :: publishRelease() :: skip fi
    :: next[expected] == LARGER ->
       delivered++; expected++;
       publishRelease();
       r = 1; mine = START
    :: next[expected] == NOTHING ->
       publishRelease();                                   /* always before parking */
       if
       :: next[expected] != NOTHING -> skip
#ifdef CLOSE
       :: true -> break
#endif
       fi
#ifdef CLOSE
    :: true -> publishRelease(); break
#endif
    od;
#ifdef END_WAKES_FIRST
    wake(r);
#endif
    closed[0] = true;                                      /* C5 */
    closed[r] = true;                                      /* P1 */
#ifndef END_WAKES_FIRST
    wake(r);
#endif
    gone = true
  } unless { dead }
}

#ifdef DIE
active proctype Killer() { dead = true }
#endif

ltl goesOn { <> sent }
