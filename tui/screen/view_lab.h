/*
 * view_lab.h: what the files of the lab's page share. The left side (milestones, files, cost card)
 * and the keys are view_lab.c, the right side is view_lab_page.c, cost card and hints are
 * view_lab_card.c, its files are view_lab_files.c, when to time what was saved is view_lab_watch.c, and
 * what all of them ask of the page's data is view_lab_state.c.
 */
#ifndef TUI_VIEW_LAB_H
#define TUI_VIEW_LAB_H

#include "screen.h"
#include "tui/app/rubric.h"
#include "tui/app/step.h"

enum { LAB_LEFT = 0, LAB_CARD = 1, LAB_PAGE = 2 };
enum { MILESTONE = ROW_OWN, SOURCE, CARD_ROW, PREDICTION, NEXT_STEP, TEXTS };
#define LAB_NEXT "Next  "
enum { BY_KEY = 0, SAVED = 1, QUIET = 2 }; /* why a run began: run.by_save */
enum lab_show { SHOW_TASK, SHOW_RUN, SHOW_HINTS, SHOW_CARD, SHOW_GIVEN, SHOW_DIFF };

struct lab_page {
    json_t *lab; /* resolved */
    char *dir;   /* the learner's folder for the lab */
    json_t *progress, *card, *tiers;
    json_t *stands; /* app_standing() */
    json_t *report; /* the latest run's, or NULL */
    int64_t attempt;
    char *task;       /* the brief, once asked for */
    char *no_task;    /* why the brief can't be read */
    int asked, right; /* how many questions the lab has, and how many are answered right */
    struct rubric_sum texts; /* texts whose rubric was gone through: they count for nothing */
    struct step step; /* what to do next, when has_step */
    int has_step, lead; /* lead: after an edit or the last pass the mark goes to the next step */
    int hints_taken, started, watching, nudged, restored;
    enum lab_show show, base; /* base: what was there before a key opened something else */
    int opened, enlarged;     /* by such a key; the right side has all of the page */
    char *files;              /* what lab_load_files() read */
    int untimed; /* what was saved is correct and has not been timed */
    int64_t quiet_since; /* in seconds of a monotonic clock */
    char *how; /* how the folder is watched, or why the folder can't be */
};

const char *lab_id(const struct lab_page *l);
int lab_runs(const struct view *v);    /* is the run that goes on this lab's? */
int lab_has_run(const struct view *v); /* is the latest run that the engine knows this lab's? */

void lab_fill_page(struct view *v, struct pane *p);

void lab_fill_card(struct view *v, struct pane *p);        /* the table on the left */
void lab_fill_predictions(struct view *v, struct pane *p); /* the questions on the right */
void lab_draw_card(struct view *v, const struct row *r, struct pen *p);
unsigned lab_predict(struct view *v,
                     int k);         /* asks for prediction k; -1: the first without an answer */
int lab_unsaid(const struct lab_page *l); /* how many predictions are still to be made */

void lab_tell_watch(struct view *v, const char *more); /* says in the first line how the folder is watched */
void lab_watch_ended(struct view *v);                  /* a run of this lab has ended */
/* A second went by: 1 when what was saved is to be timed now. While that waits, the first line says for what, and *bits
 * is VIEW_HANDLED. */
int lab_times_now(struct view *v, unsigned *bits);

/* Shows `what` at the right until q closes it. */
void lab_show(struct view *v, enum lab_show what);

void lab_load_files(struct view *v); /* for what is shown: the headers, or the differences */
void lab_fill_given(struct view *v, struct pane *p);
void lab_fill_diff(struct view *v, struct pane *p);

void lab_fill_hints(struct view *v, struct pane *p);
unsigned lab_take_hint(struct view *v);

#endif
