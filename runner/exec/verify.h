/*
 * verify.h: outputs against what the oracle says they should be; the judgement is ours.
 *
 * Tolerances, by the names that a lab.lua uses: exact: equal; dot: |ŷ−y| <= 8·u·√K·Σ|terms| + u_out·|y|, the forward
 * error of a K-term dot product with a random-walk √K (Higham, Accuracy and Stability, §3.1 and §2.8), where
 * u_out·|y| is at least 2^-25 for f16, whose subnormal numbers are 2^-24 apart;
 * rel_l2: ‖ŷ−y‖₂ <= ε·‖y‖₂; abs and rel: elementwise. Every comparison is written !(d <= tol), so that
 * NaN fails; a NaN or Inf that the oracle itself gives must be matched by kind.
 */
#ifndef RUNNER_VERIFY_H
#define RUNNER_VERIFY_H

#include <jansson.h>
#include <stdint.h>

#include "lab.h"
#include "oracle.h"
#include "runner/base/util.h"

struct verify_result {
    int pass;
    char message[512];
    char out[40];          /* which buffer; "" when all agree */
    uint64_t index, bad, total;
    int untouched; /* the element at `index` is as it was before the call */
    double expected, actual;
    struct ridge_verdict counted; /* the counters that a call with verify= has published */
};

/* From a manifest's tolerance; LAB_TOL_BAD where the JSON is none. */
struct lab_tol verify_tol(const json_t *t);

/*
 * The outputs of `run`, whose memory `c` shows. sample: 0 compares every element; else that many positions, drawn
 * from the kernel's random source when this is called: whoever made the outputs cannot have known them. An output
 * with LAB_TOL_SCRATCH is not looked at.
 */
int verify_case(struct oracle *o, const struct lab_run *run, const struct ridge_case *c, size_t sample,
                struct verify_result *r, struct err *e);

#endif
