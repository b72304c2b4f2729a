/*
 * data.h: element types, and seeded inputs.
 *
 * Random numbers are Philox4x32-10 (Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3",
 * SC'11): counter-based, so any element can be had on its own and two machines agree bit for bit.
 */
#ifndef RUNNER_DATA_H
#define RUNNER_DATA_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "ridge/oracle.h"

int data_dtype(const char *name, enum ridge_dtype *ret); /* 0, or -1 when the name is unknown */
size_t data_size(enum ridge_dtype t);

/* What n elements hold before anybody has written them: NaN of the float types, of integers a number that is hardly an
 * answer: -91 of i8, 253 of u8, of the others each 16 bits are 0xffa5. These are NaNs where the bits are a float's. */
void data_poison(enum ridge_dtype t, void *p, size_t n);
int data_is_poison(enum ridge_dtype t, const void *p, size_t i);

double data_get(enum ridge_dtype t, const void *p, size_t i);
void data_put(enum ridge_dtype t, void *p, size_t i, double x); /* rounds to nearest even */

float data_f16_to_f32(uint16_t h);
uint16_t data_f32_to_f16(float x);

void data_philox(uint32_t ctr[4], uint64_t key); /* ten rounds, in place */

/* How a buffer is filled: a and b are mean and deviation, the two ends, or the value. */
struct data_dist {
    enum { DATA_NONE, DATA_UNKNOWN, DATA_CUSTOM, DATA_NORMAL, DATA_UNIFORM, DATA_INTEGER, DATA_CONST } kind;
    double a, b;
    const char *name, *fn; /* the manifest's word; of DATA_CUSTOM the function that the oracle defines */
};

/* From a manifest's {"kind":"normal",…}, whose strings are borrowed. NULL gives DATA_NONE. */
struct data_dist data_dist(const json_t *dist);

/* Fills `count` elements; `stream` separates buffers. -1: this kind of distribution has no numbers of its own. */
int data_fill(const struct data_dist *d, enum ridge_dtype t, void *p, size_t count, uint64_t seed, uint32_t stream);

/* Of `count` elements that are there renew about `fresh`: one of each group of neighbours, at a place in it that the
 * seed decides, so that nothing computed from a group stays right. stream < 256. -1 as above. */
int data_renew(const struct data_dist *d, enum ridge_dtype t, void *p, size_t count, size_t fresh, uint64_t seed,
               uint32_t stream);

#endif
