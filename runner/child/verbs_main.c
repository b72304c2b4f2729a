/*
 * verbs_main.c: ridge-verbs, what RDMA costs on this machine, and whether its device keeps the rules of h02-rdma-verbs:
 * two queue pairs of one device, joined to each other, by libibverbs. One JSON document on standard output.
 *
 *     ridge-verbs [DEVICE]     a device that Linux lists, one in software (rxe) as well; the first one
 *
 * Without a device the document is {"why": ...}. Times are only figures of this machine.
 */
#define _GNU_SOURCE
#include <infiniband/verbs.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/clock.h"

enum { AREA = 64 << 20, HALF = AREA / 2, DEPTH = 64, CQ = 256, LAPS = 4096, PATIENCE_S = 2, GIDS = 16 };

/* One device, and a queue pair at each end. */
struct verbs {
    struct ibv_context *device;
    struct ibv_pd *pd;
    struct ibv_mr *mr;
    struct ibv_port_attr port;
    union ibv_gid gid;
    int gid_index;
    char *area; /* the first half is read from, the second one is written to */
};

struct pair {
    struct ibv_cq *cq[2];
    struct ibv_qp *qp[2];
};

/* ---- a pair ----------------------------------------------------------------------------------------------------- */

static int to_init(struct ibv_qp *qp)
{
    struct ibv_qp_attr a = { .qp_state = IBV_QPS_INIT, .port_num = 1,
                             .qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ };
    return ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
}

static int to_receive(const struct verbs *v, struct ibv_qp *qp, uint32_t other)
{
    struct ibv_qp_attr a = { .qp_state = IBV_QPS_RTR, .path_mtu = v->port.active_mtu, .dest_qp_num = other,
                             .max_dest_rd_atomic = 1, .min_rnr_timer = 1,
                             .ah_attr = { .dlid = v->port.lid, .port_num = 1 } };
    if (v->port.link_layer == IBV_LINK_LAYER_ETHERNET) {
        a.ah_attr.is_global = 1;
        a.ah_attr.grh = (struct ibv_global_route){ .dgid = v->gid, .sgid_index = (uint8_t)v->gid_index,
                                                   .hop_limit = 1 };
    }
    return ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                                     IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
}

static int to_send(struct ibv_qp *qp)
{
    struct ibv_qp_attr a = { .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 0,
                             .max_rd_atomic = 1 };
    return ibv_modify_qp(qp, &a, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
                                     IBV_QP_MAX_QP_RD_ATOMIC);
}

static void pair_finish(struct pair *p)
{
    for (int k = 0; k < 2; k++) {
        if (p->qp[k])
            ibv_destroy_qp(p->qp[k]);
        if (p->cq[k])
            ibv_destroy_cq(p->cq[k]);
    }
    *p = (struct pair){ 0 };
}

/* 0, or -1 with nothing left. */
static int pair_make(const struct verbs *v, struct pair *p)
{
    *p = (struct pair){ 0 };
    for (int k = 0; k < 2; k++) {
        struct ibv_qp_init_attr a = { .qp_type = IBV_QPT_RC, .cap = { .max_send_wr = DEPTH, .max_recv_wr = DEPTH,
                                                                      .max_send_sge = 1, .max_recv_sge = 1 } };
        p->cq[k] = ibv_create_cq(v->device, CQ, NULL, NULL, 0);
        a.send_cq = a.recv_cq = p->cq[k];
        p->qp[k] = p->cq[k] ? ibv_create_qp(v->pd, &a) : NULL;
    }
    int rc = !p->qp[0] || !p->qp[1];
    for (int k = 0; !rc && k < 2; k++)
        rc = to_init(p->qp[k]) || to_receive(v, p->qp[k], p->qp[!k]->qp_num) || to_send(p->qp[k]);
    if (rc)
        pair_finish(p);
    return rc ? -1 : 0;
}

/* ---- requests --------------------------------------------------------------------------------------------------- */

struct request {
    enum ibv_wr_opcode opcode;
    size_t from, to; /* within the area */
    uint32_t bytes, rkey, imm;
    int signaled;
};

static int post(const struct verbs *v, struct ibv_qp *qp, const struct request *r)
{
    struct ibv_sge sge = { .addr = (uintptr_t)v->area + r->from, .length = r->bytes, .lkey = v->mr->lkey };
    struct ibv_send_wr wr = { .sg_list = &sge, .num_sge = 1, .opcode = r->opcode,
                              .send_flags = r->signaled ? IBV_SEND_SIGNALED : 0 }, *bad;
    wr.imm_data = r->imm;
    wr.wr.rdma.remote_addr = (uintptr_t)v->area + r->to;
    wr.wr.rdma.rkey = r->rkey;
    return ibv_post_send(qp, &wr, &bad);
}

static int post_receive(const struct verbs *v, struct ibv_qp *qp)
{
    struct ibv_sge sge = { .addr = (uintptr_t)v->area + HALF, .length = 64, .lkey = v->mr->lkey };
    struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;
    return ibv_post_recv(qp, &wr, &bad);
}

/* The next completion: 0, or -1 when none comes. */
static int await(struct ibv_cq *cq, struct ibv_wc *wc)
{
    double until = clock_seconds(CLOCK_MONOTONIC) + PATIENCE_S;
    int n;
    while (!(n = ibv_poll_cq(cq, 1, wc)))
        if (clock_seconds(CLOCK_MONOTONIC) > until)
            return -1;
    return n < 0 ? -1 : 0;
}

/* ---- what it costs ---------------------------------------------------------------------------------------------- */

/* `laps` writes, at most `ahead` under way, one in `every` with a completion: seconds; -1 when one fails. */
static double stream(const struct verbs *v, uint32_t bytes, int laps, int ahead, int every)
{
    struct pair p;
    struct ibv_wc wc;
    double s = -1;
    int sent = 0, done = 0, rc = pair_make(v, &p);
    if (rc)
        return -1;
    double from = clock_seconds(CLOCK_MONOTONIC);
    while (!rc && done < laps) {
        struct request r = { .opcode = IBV_WR_RDMA_WRITE, .to = HALF, .bytes = bytes, .rkey = v->mr->rkey,
                             .signaled = (sent + 1) % every == 0 };
        if (sent < laps && sent - done < ahead) {
            rc = post(v, p.qp[0], &r);
            sent++;
        } else {
            rc = await(p.cq[0], &wc) || wc.status != IBV_WC_SUCCESS;
            done += every;
        }
    }
    if (!rc)
        s = clock_seconds(CLOCK_MONOTONIC) - from;
    pair_finish(&p);
    return s;
}

static void cost(json_t *rows, const char *what, double s, double bytes, int laps)
{
    if (s > 0)
        json_array_append_new(rows, json_pack("{s:s s:f s:f s:i}", "what", what, "s", s, "bytes", bytes, "laps", laps));
    else
        json_array_append_new(rows, json_pack("{s:s s:s}", "what", what, "why", "A request failed."));
}

static void costs(const struct verbs *v, json_t *rows)
{
    static const struct {
        const char *what;
        uint32_t bytes;
        int laps, ahead, every;
    } of[] = {
        { "64 B, one at a time", 64, LAPS, 1, 1 },
        { "64 B, 32 under way, each with a completion", 64, LAPS, 32, 1 },
        { "64 B, 32 under way, one in 16 with a completion", 64, LAPS, 32, 16 },
        { "4 KiB, 32 under way, one in 16", 4096, LAPS, 32, 16 },
        { "1 MiB, 8 under way, one in 4", 1 << 20, 64, 8, 4 },
    };
    double from = clock_seconds(CLOCK_MONOTONIC);
    struct ibv_mr *mr = ibv_reg_mr(v->pd, v->area, AREA, IBV_ACCESS_LOCAL_WRITE);
    cost(rows, "64 MiB registered", mr ? clock_seconds(CLOCK_MONOTONIC) - from : -1, AREA, 1);
    if (mr)
        ibv_dereg_mr(mr);
    for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        cost(rows, of[k].what, stream(v, of[k].bytes, of[k].laps, of[k].ahead, of[k].every),
             (double)of[k].bytes * of[k].laps, of[k].laps);
}

/* ---- whether the rules hold ------------------------------------------------------------------------------------- */

static void rule(json_t *rules, const char *what, const char *want, const char *got)
{
    json_array_append_new(rules, json_pack("{s:s s:s s:s s:b}", "what", what, "want", want, "got", got, "holds",
                                           !strcmp(want, got)));
}

/* What becomes of one request on a pair of its own, and of one behind it. */
static void fate(const struct verbs *v, json_t *rules, const char *what, struct request r, enum ibv_wc_status want,
                 const char *behind)
{
    struct pair p;
    struct ibv_wc wc = { 0 };
    const char *got = "no completion", *next = got;
    r.signaled = 1;
    if (pair_make(v, &p))
        return rule(rules, what, ibv_wc_status_str(want), "no queue pair");
    struct request after = { .opcode = IBV_WR_RDMA_WRITE, .to = HALF, .bytes = 64, .rkey = v->mr->rkey, .signaled = 1 };
    if (!post(v, p.qp[0], &r) && !post(v, p.qp[0], &after) && !await(p.cq[0], &wc)) {
        got = ibv_wc_status_str(wc.status);
        if (!await(p.cq[0], &wc))
            next = ibv_wc_status_str(wc.status);
    }
    rule(rules, what, ibv_wc_status_str(want), got);
    rule(rules, behind, ibv_wc_status_str(IBV_WC_WR_FLUSH_ERR), next);
    pair_finish(&p);
}

static void keys(const struct verbs *v, json_t *rules)
{
    struct ibv_mr *mr = ibv_reg_mr(v->pd, v->area + HALF, 4096, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
    struct request r = { .opcode = IBV_WR_RDMA_WRITE, .to = HALF, .bytes = 64 };
    if (!mr)
        return rule(rules, "a region of 4 KiB", "registered", "refused");
    r.rkey = mr->rkey;
    ibv_dereg_mr(mr);
    fate(v, rules, "a write with a key that was given back", r, IBV_WC_REM_ACCESS_ERR, "the request behind it");
    r.rkey = v->mr->rkey;
    r.to = AREA - 32;
    fate(v, rules, "a write over a region's end", r, IBV_WC_REM_ACCESS_ERR, "the request behind that one");
    fate(v, rules, "a send to nobody, RNR retries 0", (struct request){ .opcode = IBV_WR_SEND, .bytes = 64 },
         IBV_WC_RNR_RETRY_EXC_ERR, "what is behind the send");
}

/* A write that tells: the receiver's completion has the number, and the data is there with it. */
static void tells(const struct verbs *v, json_t *rules)
{
    struct pair p;
    struct ibv_wc wc = { 0 };
    const char *got = "no completion";
    struct request r = { .opcode = IBV_WR_RDMA_WRITE_WITH_IMM, .to = HALF + 64, .bytes = 64, .rkey = v->mr->rkey,
                         .imm = 0x12345678 };
    memset(v->area, 0x5a, 64);
    memset(v->area + HALF + 64, 0, 64);
    if (!pair_make(v, &p)) {
        if (!post_receive(v, p.qp[1]) && !post(v, p.qp[0], &r) && !await(p.cq[1], &wc))
            got = wc.status != IBV_WC_SUCCESS                       ? ibv_wc_status_str(wc.status)
                  : wc.opcode != IBV_WC_RECV_RDMA_WITH_IMM          ? "another opcode"
                  : wc.imm_data != 0x12345678                       ? "another number"
                  : memcmp(v->area, v->area + HALF + 64, 64)        ? "the number, and not the data"
                                                                    : "the number and the data";
        pair_finish(&p);
    }
    rule(rules, "a write with an immediate number", "the number and the data", got);
}

/* ---- the device ------------------------------------------------------------------------------------------------- */

static struct ibv_context *open_named(const char *name)
{
    int n = 0;
    struct ibv_device **list = ibv_get_device_list(&n);
    struct ibv_context *c = NULL;
    for (int k = 0; list && k < n && !c; k++)
        if (!name || !strcmp(ibv_get_device_name(list[k]), name))
            c = ibv_open_device(list[k]);
    if (list)
        ibv_free_device_list(list);
    return c;
}

/* RoCE goes by addresses: the first that is not zero. */
static void find_gid(struct verbs *v)
{
    static const union ibv_gid none;
    for (int k = 0; k < GIDS && !ibv_query_gid(v->device, 1, k, &v->gid); k++) {
        v->gid_index = k;
        if (memcmp(&v->gid, &none, sizeof none))
            return;
    }
}

/* NULL, or why nothing can be measured. */
static const char *open_device(struct verbs *v, const char *name)
{
    if (!(v->device = open_named(name)))
        return "This machine has no RDMA device. `ridge doctor` says how to have one in software.";
    if (ibv_query_port(v->device, 1, &v->port) || v->port.state != IBV_PORT_ACTIVE)
        return "Port 1 of the RDMA device is not active: `rdma link` shows it.";
    find_gid(v);
    v->area = aligned_alloc(4096, AREA);
    if (!v->area)
        return "There is no memory for 64 MiB.";
    memset(v->area, 1, AREA);
    v->pd = ibv_alloc_pd(v->device);
    v->mr = v->pd ? ibv_reg_mr(v->pd, v->area, AREA, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE) : NULL;
    return v->mr ? NULL : "The device registers no 64 MiB: `ulimit -l` may be too low for pinned memory.";
}

int main(int argc, char **argv)
{
    struct verbs v = { 0 };
    const char *why = open_device(&v, argc > 1 ? argv[1] : NULL);
    json_t *doc, *rows = json_array(), *rules = json_array();
    if (why) {
        doc = json_pack("{s:s}", "why", why);
    } else {
        costs(&v, rows);
        keys(&v, rules);
        tells(&v, rules);
        doc = json_pack("{s:s s:s s:O s:O}", "device", ibv_get_device_name(v.device->device), "link",
                        v.port.link_layer == IBV_LINK_LAYER_ETHERNET ? "Ethernet" : "InfiniBand", "rows", rows, "rules",
                        rules);
    }
    json_dumpf(doc, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(doc);
    json_decref(rows);
    json_decref(rules);
    if (v.mr)
        ibv_dereg_mr(v.mr);
    if (v.pd)
        ibv_dealloc_pd(v.pd);
    if (v.device)
        ibv_close_device(v.device);
    free(v.area);
    return 0;
}
