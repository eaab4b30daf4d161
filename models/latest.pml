/* The latest value for one reader: three slots, of which the writer has one, the reader has one, and one is between them.
   A word says which that is and whether the reader has not had it yet. Labels as in docs/MEMORY-MODEL.md.
   The writer falls silent after its last value, so that nothing later can rescue a lost wake-up (run pan with -E).

   Mutants     -DWRITER_BY_STORE -DREADER_BY_STORE -DTAKE_STALE -DKEEP_FRESH -DWRITE_SHOWN -DNO_RECHECK -DNOTIFY_FIRST */

#ifndef MSGS
#define MSGS 4
#endif
#define FRESH   4
#define SLOT(w) ((w) & 3)

mtype = { RUN, PARK };
mtype gate = RUN;
byte between = 1;
byte first[3], second[3];                         /* a value is two plain words */

bool asleep;                                      /* the engine's waiter */
byte last;                                        /* ghost: the newest value the reader has had */

inline wakeReader() {
  if
  :: gate == RUN -> skip                          /* P2 */
  :: else ->
     atomic { was = gate; gate = RUN };           /* P3 */
     if :: was == PARK -> asleep = false :: else -> skip fi   /* P4 */
  fi
}

active proctype Writer() {
  byte own = 0, n, w; mtype was;
  do
  :: n == MSGS -> break
  :: else ->
     n++;
     first[own] = n;
     second[own] = n;
#ifdef NOTIFY_FIRST
     wakeReader();
#endif
#ifdef WRITER_BY_STORE
     w = between;
     between = own | FRESH;
     own = SLOT(w);
#elif defined WRITE_SHOWN
     between = own | FRESH;
#else
     atomic { w = between; between = own | FRESH; own = SLOT(w) };   /* L1: shows the value, takes the slot between */
#endif
#ifndef NOTIFY_FIRST
     wakeReader()
#endif
  od
}

active proctype Reader() {
  byte own = 2, w;
  do
  :: last == MSGS -> break
  :: else ->
#ifdef TAKE_STALE
     if
     :: true ->
#else
     if
     :: between & FRESH ->                        /* L2 */
#endif
#ifdef READER_BY_STORE
        w = between;
        between = own;
        own = SLOT(w);
#elif defined KEEP_FRESH
        atomic { w = between; between = own | FRESH; own = SLOT(w) };
#else
        atomic { w = between; between = own; own = SLOT(w) };   /* L3: takes the value, leaves the slot it had */
#endif
        w = first[own];
        assert(w > last);                         /* never an older one, nor one twice */
        assert(second[own] == w);                 /* and whole: nobody writes to it */
        assert(first[own] == w);
        last = w
     :: else ->
        gate = PARK;                              /* C1 */
#ifndef NO_RECHECK
        if
        :: between & FRESH -> goto awake          /* C2 */
        :: else -> skip
        fi;
#endif
        atomic { if :: gate == PARK -> asleep = true :: else -> skip fi };   /* C3 */
        !asleep;
awake:  gate = RUN                                /* C4 */
     fi
  od
}

ltl sees { <> (last == MSGS) }
