/*
 * cost.h: what a step of a model costs on five axes: FLOP, bytes by tier, intensity, communication, and time lost to
 * failures. The formulas are those of the labs w03-txmath and c12-five-axis, built from their references; figures of
 * machines and models, and the assumptions, are the curriculum's.
 */
#ifndef TUI_COST_H
#define TUI_COST_H

#include <jansson.h>
#include <stdio.h>

#include "app.h"

struct cost_key {
    const char *name, *usual, *help; /* usual: the value when none is given, as typed; "" when derived */
};

extern const struct cost_key cost_keys[]; /* ends with a NULL name */

/*
 * args: "KEY=VALUE" each. {"model","hw","step_kind","devices","params","flops" FLOP of the whole step,"weights" B,
 * "axes": [{"axis","amount" FLOP or B of a device,"rate" 1/s,"time" s}], "intensity" FLOP/B (null: no bytes), "ridge"
 * FLOP/B, "resident" B of a device, "mem" B, "step" s, "tokens_s", "failures": {"interval" s, "lost" s a step, "share"}
 * (null when nothing fails), "binds"}. NULL with a->error when an argument says something that can't be.
 */
json_t *cost_plan(struct app *a, char **args, int n);

/* Writes a plan as lines. */
void cost_text(const json_t *plan, int utf8, FILE *to);

#endif
