/*
 * class_round.h: a regrade that is not published yet: gradings in rounds behind the published one. What is there
 * already is not run twice, but for what could not be judged, and only while the lab and the phases are what they were:
 * a verdict of a lab that was changed since says nothing of the lab, whatever its revision.
 */
#ifndef TUI_CLASS_ROUND_H
#define TUI_CLASS_ROUND_H

#include "class_book.h"

struct class_round {
    int last;     /* the last round that is pending; the published one's successor where nothing is */
    bool anew;    /* an earlier regrade was of another lab, or of other phases, and counts no more */
    int tried;    /* how many were held, and are tried again */
};

/* Queues what is to be graded again: the submissions of `only` (a key; NULL: of all). b->policy has which rounds count
 * no more, and is stored when there are new ones. `phases`: as class_run() will have them. */
enum app_exit class_round_queue(struct app *a, const json_t *lab, struct class_book *b, const char *only,
                                const char *const *phases, struct class_round *ret);

/* Those that the round could not judge, in spite of all tries, with what went wrong: [{"key","name","why"}], yours. */
enum app_exit class_round_held(struct app *a, const char *lab, const struct class_book *b, json_t **ret);

#endif
