/*
 * class_policy.h: an assignment's policy as an instructor says it: due time, what late costs, which submission counts,
 * when students see hidden cases. Nothing here asks anybody or grades anything: the caller shows a policy that changes
 * grades, and asks.
 */
#ifndef TUI_CLASS_POLICY_H
#define TUI_CLASS_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "app.h"

/* The values of the options as they were typed; NULL: the option was not given, and the stored value stays. */
struct class_policy {
    const char *due, *late, *grace, *keep, *visibility, *cutoff;
};

bool class_policy_said(const struct class_policy *said); /* was any option given? */

/* The stored policy with the given options in it, yours; NULL with app.error when an option's value is none. */
json_t *class_policy_over(struct app *a, const json_t *old, const struct class_policy *said);

/* From here on the lab is graded without names; nothing changes where it is already. */
enum app_exit class_hide(struct app *a, const char *lab);

/* Names again, for a reason that the audit keeps; APP_USAGE where the lab is graded with names. */
enum app_exit class_reveal(struct app *a, const char *lab, const char *reason);

bool class_is_anonymous(struct app *a, const char *lab);

enum app_exit class_policy_put(struct app *a, const char *lab, json_t *policy);

/* "2026-12-01T23:59+01:00" or "none", as --due takes it. On an error app.error has the sentence and the
 * outputs are untouched. */
enum app_exit class_due(struct app *a, const char *text, bool *has_due, int64_t *due);

/* The students whose grade or status differs between two tables of class_book_rows():
 * [{"key","name","old_status","new_status","old_grade","new_grade"}], yours. */
json_t *class_changes(const json_t *old, const json_t *now);

#endif
