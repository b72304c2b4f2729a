/*
 * memory.h: what happens when the machine gives no more memory. Jansson ends in an assertion of its own when an
 * allocation fails in the middle of a document, so a program that reads documents ends before that, with a sentence and
 * the exit code that says the failure is not the learner's. What was stored stays stored: a write is one transaction.
 * Nothing here is for programs in a box, whose limits are meant to be met.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

/* From here on an allocation for a JSON document succeeds or ends the program, as memory_end() does. */
void memory_must(void);

/* For a child with limits of its own, which are meant to be met: an allocation that fails is NULL again. */
void memory_may_fail(void);

/* Called once before the program ends for want of memory: gives a terminal back, and allocates nothing. NULL: none. */
void memory_before_end(void (*leave)(void));

/* Says on standard error that there is no memory, and ends the program with exit code 9. */
_Noreturn void memory_end(void);

#endif
