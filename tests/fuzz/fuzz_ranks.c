/*
 * Any bytes as the calls of four ranks to their hub: it answers, blocks or condemns, and its figures make sense.
 * sources: runner/base/err.c runner/ranks/hub.c runner/ranks/hub_fail.c runner/ranks/hub_meet.c runner/ranks/hub_net.c runner/ranks/hub_say.c
 * sources: runner/ranks/hub_state.c -lm
 */
#include "fuzz.h"

#include "runner/ranks/hub.h"

#include <math.h>
#include <string.h>

struct input {
    const uint8_t *at;
    size_t left;
};

static unsigned byte(struct input *in)
{
    return in->left ? (in->left--, *in->at++) : 0;
}

/* Mostly what a rank could say; now and then anything. */
static struct ranks_call any_call(struct input *in, int stream)
{
    struct ranks_call c = { .ask = byte(in), .stream = (uint32_t)stream, .api = byte(in) % RANKS_API_COUNT };
    if (c.ask >= 0xf0) {
        for (size_t k = 0; k < sizeof c; k++)
            ((uint8_t *)&c)[k] = (uint8_t)byte(in);
        return c;
    }
    c.ask %= ASK_FAIL + 1;
    c.comm = byte(in) % 16 ? 0 : (int)byte(in) - 2;
    c.peer = (int)(byte(in) % 6) - 1;
    c.tag = (int)(byte(in) % 4) - 1;
    c.n = (int)(byte(in) % 4);
    c.op = (int)(byte(in) % 2);
    c.id = byte(in) % 8;
    c.bytes = c.offset = byte(in) % 32 ? 8 : (int64_t)byte(in) << byte(in) % 56;
    c.seconds = byte(in) * 1e-6;
    return c;
}

static void serve(struct hub *h, struct input *in, int rank, int stream, char *window)
{
    struct ranks_reply reply;
    enum hub_answer a = HUB_ANSWERED;
    while (a == HUB_ANSWERED) {
        struct ranks_call c = any_call(in, stream);
        for (int k = 0; c.ask == ASK_WAIT && k < 4; k++) {
            int64_t id = byte(in) % 8;
            memcpy(window + k * 8, &id, 8);
        }
        if (!in->left)
            c = (struct ranks_call){ .ask = stream ? ASK_NEXT : ASK_FINISH, .stream = (uint32_t)stream };
        a = hub_call(h, rank, &c, window, &reply);
    }
    if (a == HUB_KILL)
        hub_gone(h, rank, SAID_FINE, "");
}

static void judge(const struct hub *h)
{
    struct proto_verdict v;
    hub_result(h, &v);
    if (v.said != SAID_FINE && !v.message[0])
        abort();
    for (int k = 0; k < v.ncounters; k++)
        if (!(v.counter[k].value >= 0) || !isfinite(v.counter[k].value))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char window[RANKS_WINDOW];
    struct input in = { data, size };
    struct proto_ranks s = { .ranks = 4, .net = (int)(byte(&in) % 4), .node = 2, .seed = byte(&in) % 3, .alpha_ns = 3000,
                             .beta_Bps = 1e9, .alpha2_ns = 5000, .beta2_Bps = 1e8, .slow_rank = 1, .slow_factor = 2,
                             .kill_rank = (int)(byte(&in) % 5) - 1, .kill_call = 7,
                             .detect_ns = byte(&in) % 2 * 5000, .lose_from = (int)(byte(&in) % 5) - 1, .lose_to = 1, .lose_nth = 2, .slow_from = -1, .slow_to = -1, .slow_link = 1 };
    char where[200];
    int rank, stream;
    struct hub *h = hub_new(&s, NULL);
    while (h && hub_next(h, &rank, &stream) > 0) {
        struct ranks_reply reply;
        hub_answer(h, rank, stream, window, &reply);
        if (!hub_finished(h, rank))
            serve(h, &in, rank, stream, window);
        hub_where(h, rank, where, sizeof where);
    }
    if (h)
        judge(h);
    hub_delete(h);
    return 0;
}
