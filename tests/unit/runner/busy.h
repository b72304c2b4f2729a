/* busy.h: a machine that has more to run than it has processors, for tests of limits on time. */
#ifndef TESTS_BUSY_H
#define TESTS_BUSY_H

/* From here on what this thread starts has one processor, which it shares with n others that never rest. 0, or -1: the
 * kernel keeps no count of who waits, so that nobody could be told from who is slow. */
int busy_begin(int n);
void busy_end(void);

/* What share of a processor this machine has for one more process that never rests, between the two. */
void witness_begin(void);
double witness_end(void);

#endif
