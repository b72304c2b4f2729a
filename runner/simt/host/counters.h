/*
 * counters.h: what is counted, for a launch and for a line of a launch.
 *
 * Sums are added up from the raw rows; figures are what ridge.simt/1 shows, made of the sums by one table
 * (counters.c), which a test holds against the dictionary (counter_words.h). A ratio whose
 * denominator is 0 is null. Fractions (…_eff, occ_th) go from 0 to 1; g_ld_eff and g_st_eff compare the distinct
 * bytes that each request asks for with those of the sectors it moves, as Nsight Compute's
 * smsp__sass_average_data_bytes_per_sector_mem_global_op_ld does: lanes that share an address add nothing.
 */
#ifndef SIMT_COUNTERS_H
#define SIMT_COUNTERS_H

#include <jansson.h>

#include "map.h"

/* clang-format off */
/* What the rows of a launch are summed to, and after these what is made of other sums or known of the launch. */
#define SUMS(X) \
    X(g_ld_req) X(g_ld_sec) X(g_ld_bytes) X(g_st_req) X(g_st_sec) X(g_st_bytes) \
    X(sh_ld_req) X(sh_ld_wave) X(sh_st_req) X(sh_st_wave) X(sh_ideal) X(sh_joined) \
    X(const_req) X(const_wave) X(dsmem_ld_req) X(dsmem_st_req) X(dsmem_at_req) X(dsmem_B) \
    X(inst_rows) X(inst_lanes) X(bb_rows) X(bb_divergent) \
    X(shfl) X(vote) X(atom) X(atom_ser) X(flops_f16) X(flops_f32) X(flops_f64) \
    X(bar) X(cpa_B) X(cpa_flight) X(tma_B) X(mma) X(wgmma) X(flops_tensor) X(g_uniq_ld) X(g_uniq_st) \
    X(race) X(oob) X(uninit) X(async_hazard) \
    X(g_sec) X(sh_wave) X(sh_conf) X(bb_even) X(flops) \
    X(blocks) X(smem_static) X(smem_B) X(regs) X(has_regs) X(occupancy) X(has_occupancy)
/* clang-format on */

#define SUM_ENUM(name) SUM_##name,
enum sum { SUMS(SUM_ENUM) SUM_COUNT };
#undef SUM_ENUM

struct sums {
    double v[SUM_COUNT];
};

/* One row of "access", "bb" or "sync". widest: bytes of the widest access to shared memory that nvcc has put into the
 * row's line; 0: not known. sh_joined counts the requests of the source that are parts of wider ones. */
void sums_access(struct sums *s, const json_t *row, int widest);
/* The column of a row of "access" where the requests lie that nvcc makes of shared ones of so many bytes at most, their
 * units one further; widest 0: as nvcc would, as far as one can tell. ACCESS_REQUESTS: none are joined. */
size_t sums_joined(const json_t *row, int widest);
void sums_block(struct sums *s, const json_t *row, const struct simt_block *b);
void sums_sync(struct sums *s, const json_t *row);
void sums_error(struct sums *s, const char *kind, double count);

/* What a launch has besides its sums. */
struct launch_facts {
    double blocks;
    long smem_static, smem, regs; /* regs < 0: not known */
    double occupancy;             /* < 0: not known */
};
json_t *sums_launch(const struct sums *s, const struct launch_facts *f);
void sums_line(const struct sums *s, json_t *line); /* adds those that are not 0 */

#endif
