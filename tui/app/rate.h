/* rate.h: what a bench makes in a second, where its lab counts items: tokens, requests. */
#ifndef TUI_RATE_H
#define TUI_RATE_H

#include <jansson.h>
#include <stddef.h>

/* m: a measurement with "items" (of one call) and "item" ("tok"). "4491 tok/s" for a call of `seconds`, or "". */
const char *rate_text(const json_t *m, double seconds, char *to, size_t n);

/* Gives the measurements of lab's benches (`mine`, an array) what the lab's manifest counts. */
void rate_name(const json_t *lab, json_t *mine);

/* What a GPU's measurement is a share of: "0.94 of this GPU's copy (4,250 GB/s)" where its bytes bind, "0.95 of this
 * GPU's f32 matmul (51,200 GFLOP/s)" where its FLOP do, "" where neither can be told. `calibration`: what `ridge
 * calibrate` kept, with the ridge of this GPU; NULL: the cards of `hw` (curriculum_hw) tell, where bytes bind on
 * each. */
const char *rate_share(const json_t *m, const json_t *calibration, const json_t *hw, char *to, size_t n);

/* "51,200 GFLOP/s", "" without any. */
const char *rate_flops(const json_t *m, char *to, size_t n);

/* "33.47 GB/s", "" without any, and where FLOP are counted and so few bytes move that no memory holds them up. */
const char *rate_bytes(const json_t *m, char *to, size_t n);

/* "simt and cuda": what a report's run was on. */
const char *rate_backends(const json_t *report, char *to, size_t n);

#endif
