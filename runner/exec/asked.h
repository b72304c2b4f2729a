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

/* An access that began `byte` bytes from the start of buffer number `buf` of the call, of which `bytes` are there, and
 * not within them: "f(n=4) wrote past the end of dst (element 4 of 4)". rank: that of the part; -1 there are none. */
void asked_overrun(const struct case_memory *b, size_t buf, size_t bytes, int rank, int wrote, long long byte,
                   char *ret, size_t n);

#endif
