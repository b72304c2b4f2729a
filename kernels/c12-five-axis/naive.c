/*
 * Five-axis cost model, spelled out: the traffic of a step is counted by walking its messages, one
 * layer, one collective, one ring step at a time, each put on the tier that its sender and receiver
 * are joined by. Slow for long rings, and the thing to trust when a closed form and you disagree.
 * Times, memory and failures have no walk and are the reference's.
 *
 * A ring all-reduce of G bytes among g ranks is 2 * (g - 1) steps, in each of which every rank
 * passes on G / g: first the partial sums go round (reduce-scatter), then the finished ones
 * (all-gather). Add the steps and you have 2 * (g - 1) / g * G, which the reference writes down.
 */
#define moved ref_moved
#include "ref.c"
#undef moved

/* Ranks of rank 0's group that stand in rank 0's node. */
static int neighbours(int g, int s, int node)
{
    int k = 0;
    for (int member = 0; member < g; member++)
        k += (int64_t)member * s / node == 0;
    return k;
}

static void walk_allreduce(double bytes[TIERS], double G, int g, int s, int node)
{
    int k = neighbours(g, s, node), nodes = g / k;
    for (int step = 0; step < k - 1; step++)
        bytes[T_LINK] += G / k; /* partial sums, inside the node */
    for (int step = 0; step < 2 * (nodes - 1); step++)
        bytes[T_NET] += G / k / nodes; /* a full ring of the part that this rank holds */
    for (int step = 0; step < k - 1; step++)
        bytes[T_LINK] += G / k; /* finished sums, inside the node */
}

static void walk_layer(const struct op *o, const struct grid *g, const struct hw *h,
                       double bytes[TIERS])
{
    double X = o->hidden / g->dp / g->cp, K = o->kv / g->dp / g->cp / g->tp;
    int passes = o->train ? 2 : 1; /* forward, backward */
    for (int sum = 0; sum < 2 * passes; sum++) /* after attention and after the MLP */
        walk_allreduce(bytes, X, g->tp, 1, h->node);
    enum tier ring = neighbours(g->cp, g->tp, h->node) == g->cp ? T_LINK : T_NET;
    for (int round = 0; round < (o->train ? 3 : 1); round++) /* K, V; again; their gradients */
        for (int step = 0; step < g->cp - 1; step++)
            bytes[ring] += K;
    for (int trip = 0; trip < 2 * passes; trip++) /* out and back */
        for (int to = 1; to < g->ep; to++)
            bytes[(int64_t)to * g->tp < h->node ? T_LINK : T_NET] += X * o->topk / g->tp / g->ep;
}

void moved(const struct op *o, const struct grid *g, const struct hw *h, double bytes[TIERS])
{
    double n = (double)devices(g), dense = dense_weights(o, g), experts = expert_weights(o, g);
    for (int t = 0; t < TIERS; t++)
        bytes[t] = 0;
    for (int sweep = 0; sweep < o->sweeps; sweep++)
        bytes[T_HBM] += dense + experts;
    bytes[T_HBM] += o->acts / n;
    bytes[T_HOST] = o->host / n;
    for (int layer = 0; layer < o->layers / g->pp; layer++)
        walk_layer(o, g, h, bytes);
    if (o->train) {
        int all = g->dp * g->cp;
        walk_allreduce(bytes, dense, all, g->tp, h->node);
        walk_allreduce(bytes, experts, all / g->ep, g->tp * g->ep, h->node);
    }
    for (int pass = 0; pass < (o->train ? 2 : 1) && g->pp > 1; pass++)
        bytes[devices(g) > h->node ? T_NET : T_LINK] += o->hidden / g->dp / g->cp / g->tp;
}
