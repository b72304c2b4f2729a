/*
 * verify.h: outputs against the oracle, in the trusted process.
 *
 * Tolerances (labs.md's codes): exact: equal; dot: |ŷ−y| <= 8·u·√K·Σ|terms| + u_out·|y|, the forward
 * error of a K-term dot product with a random-walk √K (Higham, Accuracy and Stability, §3.1 and §2.8);
 * rel_l2: ‖ŷ−y‖₂ <= ε·‖y‖₂; abs and rel: elementwise. Every comparison is written !(d <= tol), so that
 * NaN fails; a NaN or Inf that the oracle itself gives must be matched by kind.
 */
#ifndef RUNNER_VERIFY_H
#define RUNNER_VERIFY_H

#include <jansson.h>
#include <stdint.h>

#include "ridge/oracle.h"
#include "util.h"

struct oracle; /* a lab's oracle.c, loaded */

struct oracle *oracle_open(const char *so, struct err *e);
void oracle_close(struct oracle *o);

/* dist=gen.custom: fill `buffer` of the case. */
int oracle_fill(struct oracle *o, const char *fn, struct ridge_case *c, const char *buffer, uint64_t seed,
                struct err *e);

struct verify_result {
    int pass;
    char message[512];
    char out[40];          /* which buffer; "" when all agree */
    uint64_t index, bad, total;
    double expected, actual;
    struct ridge_verdict counted; /* the counters of a verify= call */
};

/*
 * `call` is the resolved call (oracle, verify, args), `run` the case's entry for it (tol or tols).
 * sample: 0 compares every element; else that many positions drawn from `seed`.
 */
int verify_case(struct oracle *o, const json_t *call, const json_t *run, const struct ridge_case *c,
                size_t sample, uint64_t seed, struct verify_result *r, struct err *e);

#endif
