/*
 * deck.h: what there is to review, and when. A card is an idea that was ticked, or a question that
 * was answered right once; a question comes back with newly drawn parameters each time. Nothing
 * here prints or draws.
 *
 * Days are the learner's own and begin at four in the morning: what is learnt late at night is due
 * the next evening, not the one after. When a card comes back is FSRS's to say (fsrs.h), at 0.9.
 */
#ifndef TUI_DECK_H
#define TUI_DECK_H

#include <jansson.h>

#include "app.h"
#include "fsrs.h"

/*
 * All cards that the curriculum still has, the longest due first:
 * [{"kind","owner","key","title","due","last","reviews","stability","difficulty"}]; reviews 0 and
 * the next three 0 before the first review. A new card is due on the day after it was learnt.
 * A question that was missed in the reading week is a card, too.
 * Questions that want a text are no cards: nobody but the learner could judge them. NULL with
 * a->error when the workbook can't be read.
 */
json_t *deck_load(struct app *a);

/*
 * The questions of the reading week: up to `n` that want a number, from weeks 1 to 50 and the labs
 * and cards that are there, drawn by learner and day: leaving and coming back on that day goes on. Those that
 * were asked today are not in it; *ret_done counts them and *ret_right those answered right. What
 * was missed is a card from then on. NULL with a->error as deck_load().
 */
json_t *deck_year(struct app *a, int64_t now, int n, int *ret_done, int *ret_right);

enum { REVIEW_YEAR = 40, REVIEW_YEAR_PERCENT = 80 };

/* A sentence: right of all, and whether that passes. */
void deck_year_result(char *ret, size_t n, int right, int of);

/* The same card in another deck, or NULL: borrowed from that. */
json_t *deck_find(const json_t *deck, const json_t *card);

size_t deck_due(const json_t *deck, int64_t now); /* how many, from the front */

/*
 * What a card asks: of a question, its public view (curriculum.h) with the parameters of its next
 * review; of an idea {"ask","back"}: its name, and what it says. NULL with a->error when the
 * curriculum can't tell.
 */
json_t *deck_front(struct app *a, const json_t *card);

/* What is said about an answer to that (curriculum_answer); worked out when right or `reveal`. */
json_t *deck_answer(struct app *a, const json_t *card, const char *text, int reveal);

/* What to keep of an answer: a choice's words, else what was typed. Borrowed from either. */
const char *deck_kept(const json_t *verdict, const char *typed);

/* What the right answer would have been: {"worked","expected"}, as far as the question has them. */
json_t *deck_reveal(struct app *a, const json_t *card, const json_t *front);

/* How many days until it comes back after that grade; 0: today again. */
int deck_days(const json_t *card, enum fsrs_grade grade, int64_t now);

/* Stores the review. `front` as asked; text and status of the answer, or NULL. */
enum app_exit deck_grade(struct app *a, const json_t *card, const json_t *front,
                         enum fsrs_grade grade, const char *text, const char *status, int64_t now);

/* A sentence: how many cards there are, and when how many of them are due. */
void deck_outlook(char *ret, size_t n, const json_t *deck, int64_t now);

/* "again", "hard", "good", "easy" */
const char *deck_grade_name(enum fsrs_grade grade);

/* "again: today, once more", "good: in 5 days" */
void deck_choice(char *ret, size_t n, const json_t *card, enum fsrs_grade grade, int64_t now);

/* "today", "tomorrow", "in 5 days", or "3 days ago". */
void deck_when(char *ret, size_t n, int64_t due, int64_t now);

#endif
