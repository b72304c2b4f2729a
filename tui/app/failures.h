/*
 * failures.h: the cases of a report that failed, in words; for the command line and the screens. Nothing here prints or
 * draws.
 */
#ifndef TUI_FAILURES_H
#define TUI_FAILURES_H

#include <jansson.h>
#include <stddef.h>

/* Did this row of `cases` fail? One that was left out did not. */
int failure_is(const json_t *row);
size_t failures_in(const json_t *cases);

/* "cost_gemm(m=1, n=1, k=1, b=4).bytes: expected 12, yours 8 (case gemm)"; of an older report as much as it has. */
void failure_says(const json_t *row, char *ret, size_t n);

/* Does the milestone's message tell of this row already? */
int failure_told(const json_t *row, const char *message);

/* "src = 1, 2.5, 3"; "" when there is none of that name. */
void failure_input(const json_t *row, const char *name, char *ret, size_t n);

/* "19 of 27 cases right"; "" when the report does not say. */
void failures_right(const json_t *milestone, char *ret, size_t n);

/* Which cases were not tried: "3 cases were not tried after the time-out of case v1."; how many. */
size_t failures_untried(const json_t *cases, char *ret, size_t n);

#endif
