/*
 * asked.h: a failed case in the words of the one who wrote the function.
 *
 * A row of the report's `cases` gets `function`, `asked` ("cost_gemm(m=1, n=1, k=1, b=4)"), `said` (the same with what
 * was expected and what came) and, of a visible case, `inputs`: the buffers that are small enough to be read. The
 * manifest's `asks` of a call and `fields` and `guard` of a buffer say what a harness makes of its buffers.
 */
#ifndef RUNNER_ASKED_H
#define RUNNER_ASKED_H

#include "job.h"

/* v: the comparison that failed, or NULL where there is none: `message` of the row says what happened. */
void asked_row(const struct case_memory *b, const struct verify_result *v, json_t *row);

#endif
