/* A world that two threads write: each has slots of its own for its part, and a frame is a record that names a slot of each part.
   Whoever sees that both have ended their tick shows the frame. Labels as in docs/MEMORY-MODEL.md.
   A part is one plain word: the frame for which its writer has begun it. Its PART says for which it asked.

   Variants    -DLATE: patience ends at any moment   -DDIE: the first writer dies before any step, and another takes its place
   Mutants     -DNO_SECOND_LOOK -DPIN_LATE -DUNPIN_EARLY -DPINS_UNSEEN -DRECORD_PINNED -DSHOW_BY_STORE -DSHOW_FIRST
               -DOWNER_UNSEEN -DNO_RECHECK -DDEAD_UNWOKEN   MSGS: ticks of each writer */

#ifndef MSGS
#define MSGS 1
#endif
#define READS 1
#define W     2
#define PINS  3                                   /* of the writers, and of a reader */
#define SPARES (PINS + 1)                         /* one that each place pins, and one to write */

#define TAKEN  0
#define GONE   1
#define AWAY   2                                  /* leaving, or closed */
#define RUN    0
#define PARK   1

#define version(l) ((l) >> 4)
#define record(l)  ((l) & 15)
#define tickOf(p)  ((p) >> 4)
#define slotOf(p)  ((p) & 7)
#define OLD        8

short latest, part[W], rec[(W * SPARES + 1) * W];
byte pin[PINS], owner[W], gate[W];
byte value[W * 6];                                /* of each slot */
bool dead, over;
byte done;

/* A writer may die wherever the shared words differ by it. */
inline mayDie() {
#ifdef DIE
  if :: mortal && !dead -> dead = true; goto out :: true fi
#else
  skip
#endif
}

/* The place `me` goes to the newest frame: `l`. */
inline take() {
  again = latest;                                 /* W6 */
  do
  :: atomic { l = again; again = 0; if :: record(l) == 0 -> break :: else fi };
#ifdef PIN_LATE
     again = latest;
     if :: again == l -> pin[me] = record(l); break :: else fi
#else
     pin[me] = record(l);                         /* W7 */
#ifdef NO_SECOND_LOOK
     break
#else
     atomic {                                     /* W8 */
       again = latest;
       if :: record(again) == record(l) -> l = again; break :: else fi
     }
#endif
#endif
  od;
  again = 0
}

/* The frame that is pinned holds parts that are whole, stable, and of its own tick unless it says otherwise. */
inline check(w) {
  atomic { p = rec[record(l) * W + w]; v = slotOf(p) + w * 6; a = value[v] };
  assert((p & OLD) || tickOf(p) != version(l) || a == version(l));
  atomic {
    assert(a == value[v] && p == rec[record(l) * W + w]);
    p = 0; v = 0; a = 0
  }
}

inline hasEnded(w) {
  o = owner[w];                                   /* W2.owner */
  atomic {
    got[w] = part[w];                             /* W2 */
#ifdef OWNER_UNSEEN
    o = TAKEN;
#endif
    ok = ok && got[w] != 0 && (tickOf(got[w]) == t || o != TAKEN || tickOf(got[w]) + 1 != t || force);
    o = 0
  }
}

#define other (1 - me)

/* A writer knows its own words. */
inline isComplete() {
  atomic {
    got[me] = part[me];
    ok = got[me] != 0 && (tickOf(got[me]) == t || owner[me] != TAKEN)
  };
  if :: ok -> hasEnded(other) :: else fi
}

#define isPinned(r) (record(l) == r || q1 == r || q2 == r)

/* A frame of what `got` holds. */
inline publish() {
#ifndef RECORD_PINNED
  q1 = pin[other];                                /* W4 */
#endif
  atomic {
#ifndef RECORD_PINNED
    q2 = pin[2];
#endif
    r = me * SPARES + 1;
    do :: isPinned(r) -> r++ :: else -> break od;
    assert(r < (me + 1) * SPARES + 1);
    q1 = 0;
    q2 = 0
  };
#ifdef SHOW_FIRST
  atomic { if :: latest == l -> latest = t * 16 + r :: else fi };
#endif
  atomic { rec[r * W] = got[0]; rec[r * W + 1] = got[1] };
#ifndef SHOW_FIRST
#ifdef SHOW_BY_STORE
  latest = t * 16 + r;
#else
  atomic { if :: latest == l -> latest = t * 16 + r :: else fi };      /* W3 */
#endif
#endif
  r = 0;
  mayDie();
  wake()
}

/* P2 to P4: nobody else wakes at the same time. */
inline wake() {
  if :: gate[other] != RUN -> gate[other] = RUN :: else fi
}

/* Whether the last tick is in a frame. */
inline look() {
  do
  :: !pending -> break
  :: else ->
     take();
     if
     :: atomic { record(l) != 0 && firstTick != 0 && slotOf(rec[record(l) * W + me]) == slot && tickOf(rec[record(l) * W + me]) >= firstTick ->
        pending = false; firstTick = 0; tick = 0; begun = 0; force = false }
     :: else ->
        t = version(l) + 1;
        if :: t != tick ->
           atomic {
             if :: firstTick == 0 -> firstTick = t :: else fi;
             tick = t;
             part[me] = t * 16 + (t == begun -> 0 : OLD) + slot        /* W1 */
           }
        :: else
        fi;
        mayDie();
        isComplete();
        force = false;
        if :: ok -> publish() :: else -> break fi
     fi;
     atomic { got[0] = 0; got[1] = 0; ok = false; t = 0 }
  od
}

/* Parked until there is something to look at. `got` and `t` are those of the look before. */
inline sleep() {
  gate[me] = PARK;                                /* C1 */
  mayDie();
#ifndef NO_RECHECK
  ok = (latest != l);                             /* C2 */
  if :: !ok -> t = version(l) + 1; isComplete() :: else fi;
  if :: ok -> gate[me] = RUN :: else fi;
#endif
  atomic { got[0] = 0; got[1] = 0; ok = false; t = 0 };
#ifdef LATE
  if :: gate[me] == RUN :: true -> force = true fi;
#else
  gate[me] == RUN;                                /* C3 */
#endif
  gate[me] = RUN                                  /* C4 */
}

#define isTaken(s) (s == slot || slotOf(rec[record(l) * W + me]) == s || slotOf(rec[q1 * W + me]) == s || slotOf(rec[q2 * W + me]) == s)

/* `s`: a slot that is in no frame which anybody reads. */
inline claim() {
#ifndef PINS_UNSEEN
  q1 = pin[other];                                /* W5 */
#endif
  atomic {
#ifndef PINS_UNSEEN
    q2 = pin[2];
#endif
    s = 1;
    do :: s <= SPARES && isTaken(s) -> s++ :: else -> break od;
    assert(s <= SPARES);
    q1 = 0;
    q2 = 0
  }
}

proctype Writer(byte me; bool mortal) {
  short l, again, p, got[W];
  byte t, a, v, r, o, s, n, slot, firstTick, tick, begun, q1, q2;
  bool pending, ok, force;
  atomic {
    slot = slotOf(part[me]);
    firstTick = tickOf(part[me]);
    tick = firstTick;
    begun = ((part[me] & OLD) -> 0 : tick);
    pending = (part[me] != 0)
  };
  do
  :: look();
     if
     :: pending -> sleep()
     :: !pending && n == MSGS -> break
     :: !pending && n < MSGS ->
        n++;
        take();
        begun = version(l) + 1;
        claim();
        atomic {
          value[me * 6 + s] = begun;
          slot = s;
          s = 0;
          firstTick = 0;
          tick = 0;
          pending = true
        };
        mayDie();
     fi
  od;
  owner[me] = AWAY;                               /* W2.leave */
  do
  :: take();
     t = version(l) + 1;
     isComplete();
     if :: ok && (tickOf(got[0]) == t || tickOf(got[1]) == t) -> publish() :: else -> break fi
  od;
  pin[me] = 0;                                    /* W9 */
  wake();
out:
  atomic { l = 0; p = 0; got[0] = 0; got[1] = 0; t = 0; done++ }
}

#ifdef DIE
#define READERS 0
#else
#define READERS 1
active proctype Reader() {
  short l, again, p;
  byte me = 2, a, v, reads, was;
  do
  :: reads == READS -> break
  :: else ->
     reads++;
     take();
#ifdef UNPIN_EARLY
     pin[me] = 0;
#endif
     if
     :: record(l) != 0 ->
        assert(version(l) >= was);                /* never back */
        was = version(l);
        check(0);
        check(1)
     :: else
     fi
  od;
  pin[me] = 0;                                    /* W9 */
  done++
}
#endif

/* Whatever a writer has ended before it left is in the last frame. */
#define isShown(w) (slotOf(rec[record(latest) * W + w]) == slotOf(part[w]))

init {
  atomic {
    run Writer(1, false);
    run Writer(0, true)
  };
#ifdef DIE
  (dead || done == W);
  if
  :: dead ->
     pin[0] = 0;                                  /* W9 */
     owner[0] = GONE;
#ifndef DEAD_UNWOKEN
     gate[1] = RUN;                               /* D2 */
#endif
     owner[0] = TAKEN;
     run Writer(0, false)
  :: else
  fi;
#endif
  done == W + READERS + dead;
  assert(isShown(0) && isShown(1));
  over = true
}

ltl ends { <> over }
