/*
 * class_policy.h: an assignment's policy as an instructor says it: due time, what late costs, which submission counts,
 * when students see hidden cases. Nothing here asks anybody or grades anything; a policy that changes grades is shown
 * and agreed to by whoever calls.
 */
#ifndef TUI_CLASS_POLICY_H
#define TUI_CLASS_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "app.h"

/* As it was typed; NULL: not said, so that what is stored holds. */
struct class_policy {
    const char *due, *late, *grace, *keep, *visibility;
};

bool class_policy_said(const struct class_policy *said); /* is anything? */

/* The stored policy with what was said over it, yours; NULL with app.error when that cannot be read. */
json_t *class_policy_over(struct app *a, const json_t *old, const struct class_policy *said);

enum app_exit class_policy_put(struct app *a, const char *lab, json_t *policy);

/* "2026-12-01T23:59+01:00" or "none", as --due says it; outputs are untouched on an error, which app.error has. */
enum app_exit class_due(struct app *a, const char *text, bool *has_due, int64_t *due);

/* Of two tables of class_book_rows() [{"key","name","old_status","new_status","old_grade","new_grade"}] of those
 * students whose grade or status changes; yours. */
json_t *class_changes(const json_t *old, const json_t *now);

#endif
