/*
 * rubric.h: what a text has of its rubric, ticked item by item by who wrote it, by a partner or by the class. None of
 * them is a machine: a text that was gone through is self-assessed and never passes. `answer` is a row of db_answers().
 */
#ifndef TUI_RUBRIC_H
#define TUI_RUBRIC_H

#include <jansson.h>
#include <stdbool.h>

#include "app.h"

enum { RUBRIC_WORDS = 200 };

bool rubric_is_text(const json_t *question); /* a question that only people judge */

/* Has `who` ("self", "partner" or "class") gone through the items? Then *ret_has of *ret_of are there; each may be
 * NULL. */
bool rubric_told(const json_t *answer, const char *who, int *ret_has, int *ret_of);

/* Has anybody? */
bool rubric_assessed(const json_t *answer);

/* The numbers that `who` ticked; NULL: nobody of that name went through the items. Yours. */
json_t *rubric_ticks(const json_t *answer, const char *who);

/* "self-assessed 3 of 5, class 2 of 5 (they differ on 1, 4)"; "" without ticks. */
void rubric_words(const json_t *answer, char *ret, size_t n);

/* What the learner says of all texts of `owner` (NULL: of everybody) whose rubric was gone through. */
struct rubric_sum {
    int texts, has, of; /* items of their rubrics that are there, of all */
};
void rubric_sum(struct app *a, const char *owner, struct rubric_sum *ret);

/* "2 texts, self-assessed 5 of 9"; "" without any. */
void rubric_sum_words(const struct rubric_sum *sum, char *ret, size_t n);

/* Up to `most` items that the learner missed in a text of theirs: [{"owner","question","item"}]. Yours. */
json_t *rubric_left_out(struct app *a, size_t most);

/* Keeps that `who` found the items of `has`, and no other, in the text that was kept last. */
enum app_exit rubric_keep(struct app *a, const char *owner, const json_t *question, const char *who,
                          const json_t *has);

#endif
