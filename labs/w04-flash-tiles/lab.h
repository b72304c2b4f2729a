/*
 * lab.h: the interface of w04-flash-tiles. You write flash.c; this header is the whole contract.
 *
 * The machine has two memories.
 *   HBM    large, far. Q, K, V, O and LSE live there. You hold addresses, not data: reading or
 *          writing through such a pointer faults. Pointer arithmetic on it is fine and expected.
 *   SRAM   TM_CAP bytes, near. You get pieces of it from tm_alloc and compute on those.
 * Bytes cross between the two only through tm_load and tm_store, and every one of them is counted.
 * Plain local variables stand for registers: scalars and a handful of floats, not a tile.
 */
#ifndef W04_LAB_H
#define W04_LAB_H

#include <stddef.h>
#include <stdint.h>

typedef struct tile_mem tm_t; /* the two memories of one call of flash_fwd */

enum { TM_CAP = 100 * 1024 }; /* SRAM, in bytes */

/*
 * A piece of SRAM, 64-byte aligned (sizes are rounded up to 64 bytes), or NULL when the arena
 * cannot hold it. It stays yours until flash_fwd returns; there is no free. Its content is not
 * initialised.
 */
void *tm_alloc(tm_t *tm, size_t bytes);

/* Bytes of SRAM not yet handed out. */
size_t tm_left(const tm_t *tm);

/*
 * Copy `bytes` (a multiple of 4) from HBM to SRAM, or from SRAM to HBM. `sram` must lie inside
 * memory that tm_alloc gave out; `hbm` inside one of the arrays. 0, or -1 and nothing is copied:
 * the first refused copy is what the verdict shows.
 */
int tm_load(tm_t *tm, void *sram, const void *hbm, size_t bytes);
int tm_store(tm_t *tm, void *hbm, const void *sram, size_t bytes);

/*
 * Scratch memory in HBM, at most once per call. An unfused attention needs it for its scores; a
 * tiled one does not. All its traffic is counted.
 */
void *tm_scratch(tm_t *tm, size_t bytes);

/*
 * Declare the tile sizes you use: Br rows of Q at a time, Bc rows of K and V. Call it once, before
 * the first load. The traffic is compared with what these numbers predict.
 */
void tm_tile(tm_t *tm, int Br, int Bc);

/*
 * Attention forward for one key/value head shared by `group` query heads.
 *
 *   Q, O   [group][S][d]     K, V   [S][d]     LSE   [group][S]     row-major float, in HBM
 *
 *   s[i][j] = (Q[i] . K[j]) / sqrt(d)      for the keys j that row i may see
 *   O[i]    = sum_j exp(s[i][j]) V[j] / sum_j exp(s[i][j])
 *   LSE[i]  = log(sum_j exp(s[i][j]))
 *
 * causal = 0: every row sees every key. causal = c > 0: row i sees the keys j <= i - (c - 1), so 1
 * is the usual mask and the first c - 1 rows see nothing at all: their O is 0 and their LSE is
 * -INFINITY. S >= 1; d is 64 or 128; group >= 1; causal <= S.
 */
void flash_fwd(const float *Q, const float *K, const float *V, float *O, float *LSE, int S, int d,
               int causal, int group, tm_t *tm);

/*
 * Elements (not bytes) that a KV cache holds for `tokens` tokens in L layers:
 *   mha   H key and H value heads of width hd
 *   gqa   the same with Hkv heads
 *   mla   one latent vector of dc numbers and one shared rotary key of dr numbers
 */
int64_t kv_elems_mha(int64_t tokens, int L, int H, int hd);
int64_t kv_elems_gqa(int64_t tokens, int L, int Hkv, int hd);
int64_t kv_elems_mla(int64_t tokens, int L, int dc, int dr);

#endif
