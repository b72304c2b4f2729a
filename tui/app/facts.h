/*
 * facts.h: what the learner has done, read once from the workbook and asked often. Nothing here prints or draws.
 */
#ifndef TUI_FACTS_H
#define TUI_FACTS_H

#include <jansson.h>
#include <stdbool.h>

#include "app.h"

struct facts {
    json_t *standing; /* app_standing_all */
    json_t *ticks;    /* {"r/w01/brrr": when, "c/w01/ridge": when} */
    json_t *answers;  /* {"w01/flop": "PASS"} */
    json_t *cold;     /* {"deep/d07": {"last": "4 of 5 cold", "passed": bool}}: sittings with a closed book */
    json_t *assessed; /* {"w02/why": "self-assessed 3 of 5"}: texts that somebody went through */
};

/* The hours that the curriculum plans for a week. */
struct hours {
    double read, lab;             /* the week's own readings and labs */
    double extra_read, extra_lab; /* extra labs, which the week can be passed without, and their readings */
};

struct week_facts {
    int concepts, concepts_done;
    int readings, readings_done;
    int labs, labs_ready, labs_done; /* the week's own labs; extra labs do not count */
    int questions, questions_done;   /* the questions that the workbook judges */
    int texts, texts_written;        /* the questions that only people judge; written: gone through by the rubric */
    int cards, cards_done;           /* reading cards of the week; done: all questions of the card are right */
    double hours_read;               /* of the readings that are ticked off */
    struct hours plan;
    double part; /* of everything that there is to do, 0 to 1 */
    int begun;   /* a lab was started, a question tried or anything done */
};

/* Never fails: what can't be read counts as not done. */
void facts_load(struct facts *f, struct app *a);
void facts_load_answers(struct facts *f, struct app *a); /* for who asks facts_answer() and facts_card() alone */
void facts_free(struct facts *f); /* a zeroed one is fine */

/* Has the learner ticked off a reading (kind 'r') or a concept ('c') of `owner`? */
int facts_ticked(const struct facts *f, char kind, const char *owner, const char *key);

/* The status of the latest answer; "PENDING" for a question without one, "STALE" when its drill has changed since. */
const char *facts_answer(const struct facts *f, const char *owner, const char *question);

/* "self-assessed 3 of 5" of a text whose rubric was gone through, else NULL: never a pass. */
const char *facts_assessed(const struct facts *f, const char *owner, const char *question);

/* "4 of 5 cold", the latest closed-book sitting on a deep dive ("": none); *ret_passed: was any of them passed? */
const char *facts_cold(const struct facts *f, const char *chapter, bool *ret_passed);

/* PASS, STALE (the lab has changed since), BEGUN, PENDING, or NULL when the lab isn't there yet. */
const char *facts_lab(const struct facts *f, struct app *a, const char *lab);
const char *facts_stage(const struct facts *f, const char *lab); /* "gold", or "" */
int facts_begun(const struct facts *f);                          /* how many labs were begun */

/* How many questions of a reading card are answered right, or, where it is a text, gone through by its rubric. */
int facts_card(const struct facts *f, const json_t *card);

/* Adds up one week of curriculum_weeks() or curriculum_week(). */
void facts_week(const struct facts *f, struct app *a, const json_t *week, struct week_facts *ret);

/* The plan of one week of curriculum_weeks(), curriculum_week() or year_map_week(). */
struct hours facts_hours(const json_t *week);

/* "reading 7.5 h, labs 2.2 h, extra 21 h"; a kind without hours is left out. */
void facts_plan(char *ret, size_t n, struct hours h);

/* Is the lab one of the week's extras, which the week can be passed without? */
bool facts_extra(const json_t *week, const char *lab);

/* The week's name as an owner of ticks and answers: "w07". */
void facts_owner(const json_t *week, char ret[8]);

/* The lab's entry in curriculum_labs(), borrowed; NULL when the lab isn't there yet. */
const json_t *facts_brief(struct app *a, const char *lab);
const json_t *facts_week_brief(struct app *a, int n); /* NULL: there is no such week */

/* The lab's title, also of a lab that is only planned. */
const char *facts_title(struct app *a, const char *lab);

#endif
