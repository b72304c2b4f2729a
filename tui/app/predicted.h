/*
 * predicted.h: what a run's report says of the times that a GPU would take, by the emulator's model. Texts alone: the
 * command line prints them and the workbook draws them.
 */
#ifndef TUI_PREDICTED_H
#define TUI_PREDICTED_H

#include <jansson.h>

#include "runner/base/util.h"

#define PREDICTED_HEAD "Predicted, not measured"
#define PREDICTED_NOTE                                                                                                 \
    "Times of single launches on a GPU, cold, by a model of what the emulator counted. No grade rests on them."

/* The rows of a report that came of its profile, or of its benches; NULL: the model was not asked. */
const json_t *predicted_rows(const json_t *report);

/* One row: "sum, case gate: 5.1 µs on an NVIDIA H200 SXM, nine times in ten between 2.8 µs and 10.2 µs; bound
 * by: latency." */
void predicted_say(const json_t *row, struct text *to);

#endif
