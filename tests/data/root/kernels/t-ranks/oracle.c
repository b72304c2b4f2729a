/* Judges nothing: tells what the ranks left, as one number. */
#include "ridge/oracle.h"

int job_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "mine");
    const float *x = b->data, *same = ridge_data(c, "same");
    double all = 0;
    for (size_t k = 0; k < b->count && k < 12; k++)
        all = all * 10 + (double)x[k];
    v->pass = 1;
    ridge_count(v, "left", all);
    ridge_count(v, "same", (double)same[0]);
    return 0;
}
