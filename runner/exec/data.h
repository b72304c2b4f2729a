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
double data_get(enum ridge_dtype t, const void *p, size_t i);
void data_put(enum ridge_dtype t, void *p, size_t i, double x); /* rounds to nearest even */

float data_f16_to_f32(uint16_t h);
uint16_t data_f32_to_f16(float x);

void data_philox(uint32_t ctr[4], uint64_t key); /* ten rounds, in place */

/* Fill `count` elements by a manifest's distribution ({"kind":"normal",…}); `stream` separates buffers. */
int data_fill(const json_t *dist, enum ridge_dtype t, void *p, size_t count, uint64_t seed,
              uint32_t stream);

#endif
