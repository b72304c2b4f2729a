/*
 * step.h: what to do next in a lab: the first step of the loop (predict, write, run, profile, time, answer) that is
 * still to be done, and after the last one the next lab. Nothing here prints or draws.
 */
#ifndef TUI_STEP_H
#define TUI_STEP_H

#include "actions.h"
#include "app.h"

struct step {
    enum action action; /* the step's key on the lab's page; ACTION_OPEN: the lab `lab` */
    const char *verb;   /* the command that does the same: "profile"; "": the learner's editor does */
    char lab[80];       /* the next lab, once this one is passed; else "" */
    char why[160];      /* "where do its bytes go?" */
};

/* False: nothing is left to do, here or in any other lab. `lab`: resolved; `report`: of the latest run; NULL: the one
 * that is kept. */
bool step_next(struct app *a, const json_t *lab, const json_t *report, struct step *ret);

/* "`ridge profile w02-transpose`, where do its bytes go?" */
void step_command(const struct step *s, const char *lab, char *ret, size_t n);

#endif
