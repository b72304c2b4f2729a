/*
 * time.h: how long a GPU would take for a launch, estimated from what the emulator counted.
 *
 * A model: the longest of what each shared resource needs, softened where several are near, and what one warp waits for
 * at the occupancy that the launch has. A card says how fast the machine is; the model has no figure of its own.
 */
#ifndef SIMT_TIME_H
#define SIMT_TIME_H

#include <jansson.h>

#include "map.h"

/* Figures of a card, by their names in curriculum/hw.lua. Latencies are in cycles, rates a cycle and SM. */
/* clang-format off */
#define SIMT_CARD(X) \
    X(sms) X(clock) X(launch) X(start) X(block) X(turnover) X(dram) X(dram_apart) X(dram_store) X(l2) X(tensor) \
    X(tensor_warp) X(l1_rate) X(l1_hits) X(l1_tags) X(shared_rate) X(issue_rate) X(fma_rate) X(alu_rate) \
    X(imul_rate) X(f64_rate) X(special_rate) X(lat_alu) X(lat_f64) X(lat_special) X(lat_div) X(lat_idiv) \
    X(lat_branch) X(lat_shared) X(lat_l1) X(lat_l2) X(lat_dram) X(lat_store) X(lat_atomic) X(lat_barrier) \
    X(lat_barrier_warp) X(lat_swap) X(lat_spread) X(atomic_float) X(atomic_int) X(atomic_lane) X(atomic_slice) \
    X(slice) X(slices) X(l2_partial) X(l2_again) X(fill) X(const_rate) X(unroll) X(soft) X(lo) X(hi)
/* clang-format on */
#define SIMT_CARD_FIELD(name) double name;
struct simt_card {
    SIMT_CARD(SIMT_CARD_FIELD)
};
#undef SIMT_CARD_FIELD
/* From {"NAME": {"value": …}, …}, as curriculum_hw() has a card's "values". NULL, or the name of a figure that is not
 * there or not above 0. */
const char *simt_card_read(const json_t *values, struct simt_card *ret);

#define SIMT_TIME_KEY(name) #name /* of an estimate's members: us, lo, hi, bound */

struct time_facts {
    double blocks, threads;      /* of the grid; of a block */
    double occupancy, warps_sm;  /* resident warps of an SM: the share, and of how many */
    double tensor_flop;
};
/* {"us", "lo", "hi", "bound"} of a launch's line as the runtime writes it. You own it. */
json_t *time_estimate(const struct simt_card *card, const json_t *launch, const struct simt_map *map,
                      const struct time_facts *f);

#endif
