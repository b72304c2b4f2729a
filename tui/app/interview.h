/*
 * interview.h: a closed-book sitting: a chapter's exercises, or those of several, with numbers and orders of its own,
 * one try each. A sitting is a row of db_sittings(), with "answers" while it is taken. Nothing here prints or draws.
 *
 * A sitting goes on wherever it was left; its time runs on meanwhile. Only one is open at a time.
 */
#ifndef TUI_INTERVIEW_H
#define TUI_INTERVIEW_H

#include <jansson.h>
#include <stdbool.h>

#include "app.h"
#include "facts.h"

enum { INTERVIEW_MINUTES = 45, INTERVIEW_CHAPTERS = 3, INTERVIEW_WORDS = 200 };

/* A chapter named "d07", "D07" or "deep/d07"; NULL with a->error. Borrowed from curriculum_cards(). */
const json_t *interview_chapter(struct app *a, const char *name);

/* The chapters of a track's steps in their order, all that are there or the complete ones; `facts`: facts_load().
 * Yours. */
json_t *interview_chapters(struct app *a, const char *track, const struct facts *facts, bool complete);

/* `chapters` complete chapters of a track, drawn, and the same ones until a sitting begins; NULL with a->error when
 * there are not so many. Yours. */
json_t *interview_draw(struct app *a, const char *track, int chapters);

/* Begins a sitting over the chapters (entries of curriculum_cards()); scope: "deep/d07", or the track. */
enum app_exit interview_begin(struct app *a, const char *scope, const json_t *chapters, int minutes);

/* The open sitting; NULL: there is none. Yours. */
json_t *interview_open(struct app *a);

size_t interview_at(const json_t *sitting);   /* the question that is next; their number when all were tried */
size_t interview_size(const json_t *sitting); /* how many questions */
int64_t interview_left(const json_t *sitting, int64_t now); /* ms until its time is over, <= 0 then; -1: no limit */
bool interview_over(const json_t *sitting, int64_t now);

/* The question at a place, as it is asked in this sitting; NULL with a->error, or while the curriculum waits. Yours. */
json_t *interview_front(struct app *a, const json_t *sitting, size_t at);

/* Tries the next question, `front`: text "" leaves it out. APP_USAGE with a->error: it could not be read and is no try.
 * APP_FAILED: the time was over, and nothing was kept. */
enum app_exit interview_try(struct app *a, const json_t *sitting, const json_t *front, const char *text);

/* how: "done", "time" or "aborted". */
enum app_exit interview_end(struct app *a, const json_t *sitting, const char *how);

/*
 * Of a sitting that has ended: {"id","scope","when","end","how","solved","of","open_book","passed","texts","has",
 * "items","words": interview_words(),"rows":[{"owner","question","kind","status","ms","text","expected","worked",
 * "rubric","answer","assessed"}]}. NULL with a->error, or while the curriculum waits. Yours.
 */
json_t *interview_result(struct app *a, int64_t id);

/* "solved cold: 4 of 4 and 1 text (5 of 6 points ticked), 31 min" of a result or a row of db_sittings(). */
void interview_words(const json_t *result, char *ret, size_t n);

/* What a text of the sitting has of its rubric; `row` is one of a result's. */
enum app_exit interview_tick(struct app *a, const json_t *row, const json_t *has);

/* A page, a hint or a search was opened: kept, if a sitting is open, and true. */
bool interview_looked(struct app *a, const char *what);

/* The sittings, newest first: rows of db_sittings() with "texts" and "words"; NULL with a->error. Yours. */
json_t *interview_past(struct app *a);

#endif
