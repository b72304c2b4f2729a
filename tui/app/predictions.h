/*
 * predictions.h: how good the figures were that the learner said before the run; over time, and by axis.
 */
#ifndef TUI_PREDICTIONS_H
#define TUI_PREDICTIONS_H

#include <jansson.h>

enum { PREDICTIONS_FEW = 4 }; /* fewer make no trend, and no axis */

/*
 * `rows` as db_predictions() gives them, the oldest first; those that were never measured don't count.
 * {"numbers":N, "factor":F, "choices":N, "right":N, "axes":[{"axis", and the same}]}: F is the mean factor between
 * said and measured, 1 at best, and there only with a number. With PREDICTIONS_FEW of them at least there are also
 * "factor_first" and "factor_last", "right_first" and "right_last" (shares, 0 to 1) of the first and the last half
 * in time. An axis with fewer of both is left out. You own the reference.
 */
json_t *predictions_summary(const json_t *rows);

#endif
