/* Tasks that follow each other in one place of the window: who gets each, and who hears that one is to end. The pool takes a
   task back or asks for its end at any moment. A function may keep its signal, and look again when its task is long over.
   The word is that of packages/core/src/pool/claims.ts, the entry that of task-signals.ts. T1 to T5 as in docs/MEMORY-MODEL.md.

   Mutants     -DTAKE_BY_STORE -DWITHDRAW_BY_STORE -DPOST_FIRST -DSHOW_EARLY -DEND_ALONE -DWORD_ALONE -DANY_CANCEL
               -DLATE_TAKES -DEARLY_STAYS   MSGS: how many tasks */

#ifndef MSGS
#define MSGS 3
#endif

#define NONE         0
#define SHOWN(n)     (n)
#define TAKEN(n)     (16 + n)
#ifdef ANY_CANCEL
#define CANCELLED(n) 32                           /* the same for each task */
#else
#define CANCELLED(n) (32 + n)
#endif

mtype = { TASK, END };

chan toWorker = [4] of { mtype, byte };
chan toPool = [4] of { byte };

byte word;
bool isHome[MSGS + 1], hasRun[MSGS + 1], isAsked[MSGS + 1];   /* of each task; isAsked: the pool wants its end */
byte settled;

active proctype Pool() {
  byte n, over;
  bool ok;
  for (n : 1 .. MSGS) {
#ifdef POST_FIRST
    toWorker ! TASK, n;
    word = SHOWN(n);
#else
    word = SHOWN(n);                              /* T1 */
    toWorker ! TASK, n;
#endif
    if
    :: toPool ? over -> assert(over == n)
    :: true ->
#ifdef WITHDRAW_BY_STORE
       ok = (word == SHOWN(n));
       if :: ok -> word = NONE; isHome[n] = true :: else fi;
#else
       atomic { ok = (word == SHOWN(n)); if :: ok -> word = NONE; isHome[n] = true :: else fi };   /* T3 */
#endif
       if
       :: ok
       :: else ->
          isAsked[n] = true;
#ifndef END_ALONE
          word = CANCELLED(n);                    /* T4 */
#endif
#ifndef WORD_ALONE
          toWorker ! END, n;
#endif
#ifndef SHOW_EARLY
          toPool ? over;
          assert(over == n)
#endif
       fi
    fi;
    settled++
  }
}

byte running;                                     /* the task that runs now */
bool isListening;                                 /* it has its signal, and waits for the event */
bool isComputing;                                 /* it looks only at the word, and reads no message */
byte entry;                                       /* whose signal has the place */
bool isMade, isEnded;                             /* of the entry: its signal is made; its end is known */
bool isTold[MSGS + 1];                            /* the event came, or the end was known already */

/* found: the entry is this task's. One that is over leaves the place to the one that has it now. */
inline find(n) {
  if
  :: entry == n -> found = true
#ifdef LATE_TAKES
  :: entry != n ->
#elif defined EARLY_STAYS
  :: entry != n && entry != NONE -> found = false
  :: entry == NONE ->
#else
  :: entry != n && entry > n -> found = false
  :: entry < n ->
#endif
     entry = n;
     isMade = false;
     isEnded = false;
     found = true
  fi
}

inline look(n) {
  find(n);
  if
  :: found ->
     isMade = true;
     if :: isEnded -> isTold[n] = true :: else fi
  :: else
  fi
}

inline finish() {
  hasRun[running] = true;
  if :: entry == running -> entry = NONE :: else fi;
  toPool ! running;
  isListening = false;
  isComputing = false;
  running = NONE
}

active proctype Worker() {
  byte n, late;
  bool ok, found;
  do
  :: !isComputing && toWorker ? [TASK, _] && running == NONE ->
     toWorker ? TASK, n;
#ifdef TAKE_BY_STORE
     ok = (word == SHOWN(n));
     if :: ok -> word = TAKEN(n) :: else fi;
#else
     atomic { ok = (word == SHOWN(n)); if :: ok -> word = TAKEN(n) :: else fi };   /* T2 */
#endif
     if
     :: ok ->
        assert(!isHome[n] && !hasRun[n]);         /* exactly one of both has it */
        running = n;
        if
        :: atomic { look(n); isListening = true }
        :: isComputing = true
        :: true                                   /* it never looks */
        fi
     :: else -> assert(isHome[n])                 /* nobody else has it */
     fi
  :: !isComputing && toWorker ? [END, _] ->
     atomic {
       toWorker ? END, n;
       find(n);
       if
       :: found ->
          isEnded = true;
          if :: isMade -> isTold[n] = true :: else fi
       :: else
       fi
     }
  :: running != NONE && !isListening && !isComputing -> finish()
  :: isComputing ->
     ok = (word == CANCELLED(running));           /* T5 */
     assert(!ok || isAsked[running]);
     if :: ok -> finish() :: else -> if :: finish() :: true fi fi
  :: isListening && isTold[running] ->
     assert(isAsked[running]);
     finish()
  :: isListening && !isTold[running] && !isAsked[running] -> finish()
     /* a function that has kept the signal of its task, which is over */
  :: !isComputing && late < MSGS && hasRun[late + 1] ->
     late++;
     atomic {
       look(late);
       assert(word != CANCELLED(late) || isAsked[late])
     }
  od
}

/* Every task is settled, and whichever was asked to end has ended: the listener has heard of it. */
ltl settles { <> (settled == MSGS) }
