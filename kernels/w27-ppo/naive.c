/*
 * naive.c: two functions as one writes them first. Attention looks at all places before, those of other sequences with
 * a score of minus infinity, and turns each key once more for each query; all roles take turns on all GPUs. The rest
 * is the reference's.
 */
#define attn_packed ref_attn_packed
#define rlhf_place ref_rlhf_place
#include "ref.c"
#undef attn_packed
#undef rlhf_place

void attn_packed(int T, int H, int hd, const int32_t *start, const float *q, const float *k, const float *v,
                 float *out);
double rlhf_place(const struct rlhf *job, struct placement *ret);

void attn_packed(int T, int H, int hd, const int32_t *start, const float *q, const float *k, const float *v,
                 float *out)
{
    int wide = H * hd;
    float *angle = angles(T, hd), *p = calloc((size_t)T + 1, sizeof *p), one[128], other[128];
    memset(out, 0, sizeof *out * (size_t)T * (size_t)wide);
    for (int t = 0; t < T; t++)
        for (int h = 0; h < H && start[t] >= 0; h++) {
            float sum = 0, top = -INFINITY, *to = out + t * wide + h * hd;
            turn(hd, angle + (t - start[t]) * hd, q + t * wide + h * hd, 1, one);
            for (int s = 0; s <= t; s++) {
                p[s] = -INFINITY;
                if (start[s] != start[t])
                    continue;
                turn(hd, angle + (s - start[s]) * hd, k + s * wide + h * hd, 1, other);
                p[s] = 0;
                for (int i = 0; i < hd; i++)
                    p[s] += one[i] * other[i] / sqrtf((float)hd);
                top = fmaxf(top, p[s]);
            }
            for (int s = 0; s <= t; s++)
                sum += p[s] = expf(p[s] - top);
            for (int s = 0; s <= t; s++)
                for (int i = 0; i < hd && p[s] > 0; i++)
                    to[i] += p[s] / sum * v[s * wide + h * hd + i];
        }
    free(angle);
    free(p);
}

double rlhf_place(const struct rlhf *job, struct placement *ret)
{
    for (int swaps = 0; swaps < 2; swaps++) {
        *ret = (struct placement){ .gpus = { job->gpus }, .swaps = { swaps } };
        double t = rlhf_vtime(job, ret, NULL);
        if (t < INFINITY)
            return t;
    }
    return INFINITY;
}
