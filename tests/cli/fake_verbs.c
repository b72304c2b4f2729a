/*
 * fake_verbs.c: a libibverbs with one device that loses nothing: what is written is copied while it is posted. Keys,
 * bounds, RNR, immediate numbers and flushes are those of a reliable connection. RIDGE_FAKE_VERBS names one rule that
 * the device breaks: stale (a key that was given back fits), deaf (no completion comes), quiet (the receiver's number
 * is lost).
 */
#define _GNU_SOURCE
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

struct queue {
    struct ibv_cq cq;
    struct ibv_wc of[MOST * 8];
    int from, to;
};

struct end {
    struct ibv_qp qp;
    struct queue *sends, *receives;
    uint32_t other;
    int waiting, broken; /* waiting: receive requests */
};

static struct {
    uintptr_t at;
    size_t length;
    int there;
} regions[1024];
static struct end *ends[1024];
static uint32_t last_end, last_region;
static struct ibv_device device = { .name = "fake0" }, *list[] = { &device, NULL };
static struct ibv_context context = { .device = &device };

static int breaks(const char *rule)
{
    const char *named = getenv("RIDGE_FAKE_VERBS");
    return named && !strcmp(named, rule);
}

static void complete(struct queue *q, enum ibv_wc_status status, enum ibv_wc_opcode opcode, uint32_t imm)
{
    if (!breaks("deaf"))
        q->of[q->to++ % (MOST * 8)] = (struct ibv_wc){ .status = status, .opcode = opcode, .imm_data = imm };
}

static enum ibv_wc_status carry(struct end *e, const struct ibv_send_wr *wr)
{
    struct end *far = ends[e->other];
    uint32_t key = wr->wr.rdma.rkey, n = wr->sg_list->length;
    int tells = wr->opcode != IBV_WR_RDMA_WRITE;
    if (tells && !far->waiting)
        return IBV_WC_RNR_RETRY_EXC_ERR;
    if (wr->opcode != IBV_WR_SEND) {
        uintptr_t at = wr->wr.rdma.remote_addr;
        if (key > last_region || (!regions[key].there && !breaks("stale")) || at < regions[key].at ||
            at + n > regions[key].at + regions[key].length)
            return IBV_WC_REM_ACCESS_ERR;
        memmove((void *)at, (void *)(uintptr_t)wr->sg_list->addr, n);
    }
    if (tells) {
        far->waiting--;
        complete(far->receives, IBV_WC_SUCCESS, IBV_WC_RECV_RDMA_WITH_IMM, breaks("quiet") ? 0 : wr->imm_data);
    }
    return IBV_WC_SUCCESS;
}

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
    struct end *e = (struct end *)qp;
    (void)bad;
    enum ibv_wc_status status = e->broken ? IBV_WC_WR_FLUSH_ERR : carry(e, wr);
    e->broken |= status != IBV_WC_SUCCESS;
    if (e->broken || wr->send_flags & IBV_SEND_SIGNALED)
        complete(e->sends, status, IBV_WC_RDMA_WRITE, 0);
    return 0;
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
    (void)wr, (void)bad;
    ((struct end *)qp)->waiting++;
    return 0;
}

static int poll_cq(struct ibv_cq *cq, int n, struct ibv_wc *wc)
{
    struct queue *q = (struct queue *)cq;
    if (n < 1 || q->from == q->to)
        return 0;
    *wc = q->of[q->from++ % (MOST * 8)];
    return 1;
}

struct ibv_device **ibv_get_device_list(int *n)
{
    *n = 1;
    return list;
}

void ibv_free_device_list(struct ibv_device **l)
{
    (void)l;
}

const char *ibv_get_device_name(struct ibv_device *d)
{
    return d->name;
}

struct ibv_context *ibv_open_device(struct ibv_device *d)
{
    (void)d;
    context.ops.post_send = post_send;
    context.ops.post_recv = post_recv;
    context.ops.poll_cq = poll_cq;
    return &context;
}

int ibv_close_device(struct ibv_context *c)
{
    return (void)c, 0;
}

#undef ibv_query_port
int ibv_query_port(struct ibv_context *c, uint8_t port, struct _compat_ibv_port_attr *a)
{
    struct ibv_port_attr is = { .state = IBV_PORT_ACTIVE, .active_mtu = IBV_MTU_1024,
                                .link_layer = IBV_LINK_LAYER_ETHERNET };
    (void)c, (void)port;
    memcpy(a, &is, sizeof is);
    return 0;
}

int ibv_query_gid(struct ibv_context *c, uint8_t port, int index, union ibv_gid *gid)
{
    (void)c, (void)port;
    memset(gid, index == 1, sizeof *gid);
    return 0;
}

const char *ibv_wc_status_str(enum ibv_wc_status status)
{
    return status == IBV_WC_SUCCESS             ? "success"
           : status == IBV_WC_REM_ACCESS_ERR    ? "remote access error"
           : status == IBV_WC_RNR_RETRY_EXC_ERR ? "RNR retry counter exceeded"
           : status == IBV_WC_WR_FLUSH_ERR      ? "Work Request Flushed Error"
                                                : "another status";
}

struct ibv_pd *ibv_alloc_pd(struct ibv_context *c)
{
    static struct ibv_pd pd;
    pd.context = c;
    return &pd;
}

int ibv_dealloc_pd(struct ibv_pd *pd)
{
    return (void)pd, 0;
}

#undef ibv_reg_mr
struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *at, size_t length, int access)
{
    struct ibv_mr *mr = calloc(1, sizeof *mr);
    (void)access;
    regions[++last_region].at = (uintptr_t)at;
    regions[last_region].length = length;
    regions[last_region].there = 1;
    mr->context = pd->context;
    mr->lkey = mr->rkey = last_region;
    return mr;
}

int ibv_dereg_mr(struct ibv_mr *mr)
{
    regions[mr->rkey].there = 0;
    free(mr);
    return 0;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *c, int n, void *of, struct ibv_comp_channel *channel, int vector)
{
    struct queue *q = calloc(1, sizeof *q);
    (void)n, (void)of, (void)channel, (void)vector;
    q->cq.context = c;
    return &q->cq;
}

int ibv_destroy_cq(struct ibv_cq *cq)
{
    free(cq);
    return 0;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *a)
{
    struct end *e = calloc(1, sizeof *e);
    e->qp.context = pd->context;
    e->qp.qp_num = ++last_end;
    e->sends = (struct queue *)a->send_cq;
    e->receives = (struct queue *)a->recv_cq;
    ends[last_end] = e;
    return &e->qp;
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *a, int mask)
{
    if (mask & IBV_QP_DEST_QPN) {
        if (!(mask & IBV_QP_AV) || !a->ah_attr.is_global || a->ah_attr.grh.sgid_index != 1)
            return 22;
        ((struct end *)qp)->other = a->dest_qp_num;
    }
    return 0;
}

int ibv_destroy_qp(struct ibv_qp *qp)
{
    free(qp);
    return 0;
}
