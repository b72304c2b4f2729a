/*
 * review_deck.h: what there is to review, and when. A card is an idea that was ticked, or a question that was answered
 * right once; a question comes back with newly drawn parameters each time. Nothing here prints or draws.
 *
 * Days are the learner's own and begin at four in the morning (day.h): what is learnt late at night is due the next
 * evening. FSRS (fsrs.h) decides when a card comes back, at a retention of 0.9.
 */
#ifndef TUI_REVIEW_DECK_H
#define TUI_REVIEW_DECK_H

#include <jansson.h>

#include "app.h"
#include "fsrs.h"

/*
 * All cards that the curriculum still has, the longest due first:
 * [{"kind","owner","key","title","due","last","reviews","stability","difficulty"}]. Before the first review "last",
 * "reviews", "stability" and "difficulty" are 0, and the card is due on the day after it was learnt. A question that
 * was missed in the reading week is a card, too. A question that wants a text is none: only the learner could judge
 * the answer. NULL with a->error when the workbook can't be read.
 */
json_t *review_deck_load(struct app *a);

/*
 * The questions of the reading week: up to `n` that want a number, from weeks 1 to 50, the labs and the reading cards
 * that are there. The draw depends on learner and day, so that leaving and coming back on the same day goes on with
 * the same questions. Questions that were asked today are left out: *ret_done counts them, *ret_right those answered
 * right. A missed question is a card from then on. NULL with a->error as review_deck_load().
 */
json_t *review_deck_year(struct app *a, int64_t now, int n, int *ret_done, int *ret_right);

enum { REVIEW_YEAR = 40, REVIEW_YEAR_PERCENT = 80 }; /* questions of the reading week; the share that passes */

/* A sentence: how many answers of all are right, and whether they pass. */
void review_deck_year_result(char *ret, size_t n, int right, int of);

/* The entry of `deck` with the kind, owner and key of `card`, borrowed; NULL without one. */
json_t *review_deck_find(const json_t *deck, const json_t *card);

/* How many cards are due; they are the first of the deck. */
size_t review_deck_due(const json_t *deck, int64_t now);

/*
 * What a card asks. A question: its public view (curriculum.h) with the parameters of its next review. An idea:
 * {"kind","ask","back"}, the idea's title and text. NULL with a->error when the curriculum can't tell.
 */
json_t *review_deck_front(struct app *a, const json_t *card);

/* The verdict on an answer to a question (curriculum_answer); the worked solution is in it when the answer is right or
 * `reveal` is set. NULL with a->error. */
json_t *review_deck_answer(struct app *a, const json_t *card, const char *text, int reveal);

/* The text of an answer to store: a choice in words, else what was typed. Borrowed from `verdict` or `typed`. */
const char *review_deck_kept(const json_t *verdict, const char *typed);

/* The right answer: {"worked","expected"}, as far as the question has them. NULL with a->error. */
json_t *review_deck_reveal(struct app *a, const json_t *card, const json_t *front);

/* How many days until the card comes back after `grade`; 0: today again. */
int review_deck_days(const json_t *card, enum fsrs_grade grade, int64_t now);

/* Stores a review. `front` as asked; `text` and `status` of the answer, or NULL. */
enum app_exit review_deck_grade(struct app *a, const json_t *card, const json_t *front, enum fsrs_grade grade,
                                const char *text, const char *status, int64_t now);

/* A sentence: how many cards there are, how many are due now, and when the next are due. */
void review_deck_outlook(char *ret, size_t n, const json_t *deck, int64_t now);

/* "again", "hard", "good", "easy" */
const char *review_deck_grade_name(enum fsrs_grade grade);

/* What a grade means for a card: "again: today, once more", "good: in 5 days". */
void review_deck_choice(char *ret, size_t n, const json_t *card, enum fsrs_grade grade, int64_t now);

/* A time from today: "today", "tomorrow", "in 5 days", "yesterday", "3 days ago". */
void review_deck_when(char *ret, size_t n, int64_t due, int64_t now);

#endif
