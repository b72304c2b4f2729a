/*
 * err.h: one sentence on what failed: how a function of one room tells its caller in another. Both files need libc
 * alone, so that programs which drive a GPU or hold ranks use them, too.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stddef.h>

/* The text has room for any line that the loader or the grader says of a data file. */
struct err {
    char text[2048];
};

/* Ends the text in `sentence`, which has room for `room` bytes, as a sentence ends; spaces at its end go. */
void err_full_stop(char *sentence, size_t room);

/* -1, always; `e` NULL: nobody wants the sentence. What has no full stop at its end gets one: who shows e->text adds
 * none. */
int err_set(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
