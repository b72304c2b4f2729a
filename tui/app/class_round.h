/*
 * class_round.h: a regrade that is not published yet: gradings in rounds after the published one. A submission that
 * such a round has judged is not run twice. When the lab, the phases or the rule of partial credit have changed since,
 * all are judged again: a verdict on the lab as it was says nothing about the lab as it is, whatever its revision.
 */
#ifndef TUI_CLASS_ROUND_H
#define TUI_CLASS_ROUND_H

#include "class_book.h"

struct class_round {
    int last;     /* the last pending round; where no round is pending, the round after the published one */
    bool anew;    /* an earlier regrade was of another lab, other phases or another rule, and counts no more */
    int tried;    /* how many submissions were held, and are tried again */
};

/* Queues what is to be graded again: the submissions of the students with the keys `only` (NULL at its end; none: of
 * all).
 * b->policy names the rounds that count no more, and is stored when more are named. `phases`, `partial`: those of
 * class_run(). */
enum app_exit class_round_queue(struct app *a, const json_t *lab, struct class_book *b, const char *const *only,
                                const char *const *phases, const char *partial, struct class_round *ret);

/* The students whom no try of the round could judge, with what went wrong: [{"key","name","why"}], yours. */
enum app_exit class_round_held(struct app *a, const char *lab, const struct class_book *b, json_t **ret);

#endif
