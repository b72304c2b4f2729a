/*
 * slo.c: who is served, where, on how many machines, at what price, and how that is told. lab.h is the contract. What is
 * here builds, serves nobody, and says nothing.
 */
#include "lab.h"

int64_t slo_percentile(const int64_t *v, const int32_t *n, int replicas, int32_t per_million)
{
    (void)n, (void)replicas, (void)per_million; /* yours */
    return v[0];
}

void slo_interval(int64_t N, int32_t per_million, int64_t *low, int64_t *high)
{
    (void)per_million; /* yours */
    *low = -1;
    *high = N;
}

void slo_sched(const cfg_t *cfg, int64_t now, const job_t *job, int n, plan_t *p)
{
    (void)cfg, (void)now, (void)job, (void)n; /* yours */
    p->ndrop = p->npiece = 0;
}

int slo_route(const cfg_t *cfg, int id, int prompt, const replica_t *r, int n)
{
    (void)cfg, (void)id, (void)prompt, (void)n; /* yours */
    return r[0].id;
}

int slo_autoscale(const scale_cfg_t *cfg, const scale_in_t *in, scale_state_t *s)
{
    (void)in, (void)s; /* yours */
    return cfg->min;
}

void slo_cost(const life_t *life, int n, const prices_t *p, int64_t busy, int64_t said, int64_t kept, sheet_t *out)
{
    (void)life, (void)n, (void)p, (void)busy, (void)said, (void)kept; /* yours */
    *out = (sheet_t){ 0, 0, 0, 0 };
}

int slo_metrics(char *buf, size_t cap, const snapshot_t *s)
{
    (void)s; /* yours */
    if (cap)
        buf[0] = 0;
    return 0;
}
