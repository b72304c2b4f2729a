/* oracle_say.h: what the parts of the oracle share: verdicts, and numbers that all buffers of a case can draw. */
#ifndef W27_ORACLE_SAY_H
#define W27_ORACLE_SAY_H

#include <ridge/oracle.h>
#include <stdlib.h>

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

static int right(struct ridge_verdict *v)
{
    v->pass = 1;
    return 0;
}

/* Number i of a stream that all buffers of a case share by its name. */
static double drawn(uint64_t seed, const char *stream, size_t i)
{
    uint64_t state = ridge_mix(seed, stream) + 0x632be59bd9b4e019u * (i + 1);
    return ridge_uniform(&state);
}

static double normal(uint64_t seed, const char *stream, size_t i)
{
    uint64_t state = ridge_mix(seed, stream) + 0x632be59bd9b4e019u * (i + 1);
    double a = ridge_uniform(&state), b = ridge_uniform(&state);
    return sqrt(-2 * log(1 - a)) * cos(6.283185307179586 * b);
}

#endif
