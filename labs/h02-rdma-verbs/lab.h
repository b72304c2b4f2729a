/*
 * lab.h: the interface of h02-rdma-verbs. You write verbs.c: first what stands in a NIC that speaks RDMA over a
 * reliable connection (parts A and B), then a program that uses one (part C), and what a detour over host memory costs
 * (part D).
 *
 * Names and rules are those of InfiniBand and libibverbs (`man ibv_post_send`), and fewer of them: one buffer a
 * request, no atomics, a READ of one packet, an answer for each request packet. What a rule does not say stays as it
 * was.
 */
#ifndef H02_LAB_H
#define H02_LAB_H

#include <stdint.h>
#include <string.h>

/* --- part A: memory regions and completion queues ----------------------------------------------------------------- */

enum { MR_LOCAL_WRITE = 1, MR_REMOTE_WRITE = 2, MR_REMOTE_READ = 4 };
enum { MR_SLOTS = 16 };

typedef struct {
    uint64_t addr, length;
    uint32_t key; /* 0: the slot is free */
    int access, pd, version;
} mr_t;

typedef struct {
    mr_t mr[MR_SLOTS]; /* all zero at first; yours from then on */
} nic_t;

/*
 * Registers bytes addr ... addr + length - 1 for protection domain pd, in the lowest free slot. The key is
 * slot << 8 | version. A slot's first version is 1; each later region of the slot has the next one, and 1 follows 255.
 * Returns the key; 0 if length is 0, if addr + length is more than 2^64 - 1, if access has MR_REMOTE_WRITE without
 * MR_LOCAL_WRITE, or if no slot is free.
 */
uint32_t mr_register(nic_t *nic, int pd, uint64_t addr, uint64_t length, int access);

/* 0; or -1 if key is not that of a region. */
int mr_deregister(nic_t *nic, uint32_t key);

/*
 * 1 if bytes addr ... addr + length - 1 may be used: key is that of a region of pd, the region holds all of them and
 * has every bit of `need` (0: reading by the owner, which each region allows). No bytes may always be used, with any
 * key. Addresses and keys come from another machine: they may be any number.
 */
int mr_allows(const nic_t *nic, int pd, uint32_t key, uint64_t addr, uint64_t length, int need);

enum wc_status {
    WC_SUCCESS,
    WC_LOC_LEN_ERR,       /* what came is longer than the receive request's buffer */
    WC_LOC_PROT_ERR,      /* the own buffer is not what its key allows */
    WC_WR_FLUSH_ERR,      /* not done, since the queue pair is in error */
    WC_REM_INV_REQ_ERR,   /* NAK_INVALID came */
    WC_REM_ACCESS_ERR,    /* NAK_ACCESS */
    WC_REM_OP_ERR,        /* NAK_OPERATION */
    WC_RETRY_EXC_ERR,     /* nobody answers */
    WC_RNR_RETRY_EXC_ERR  /* the other side has no receive request */
};

enum wc_op { WC_SEND, WC_WRITE, WC_READ, WC_RECV, WC_RECV_IMM };

typedef struct {
    uint64_t id;
    int status;
    /* The rest is 0 if status is not WC_SUCCESS. */
    int op;
    uint32_t bytes; /* WC_RECV: of the message; WC_RECV_IMM: that were written; 0 of all others */
    int with_imm;   /* WC_RECV: 1 if an imm came; WC_RECV_IMM: 1; 0 of all others */
    uint32_t imm;
} wc_t;

/* A ring. head and tail count upwards modulo 2^32 and need not begin at 0; entry x is wc[x % depth]. */
typedef struct {
    uint32_t depth, head, tail; /* depth: a power of two; tail: where the next completion goes */
    int overrun;                /* a completion has found no room */
    wc_t *wc;
} cq_t;

/* One with no room is lost, and so is each one after that, whatever was polled: the queue is broken. */
void cq_push(cq_t *cq, const wc_t *wc);

/* The oldest completions, at most n, into wc. Returns how many. */
int cq_poll(cq_t *cq, int n, wc_t *wc);

/* --- part B: a queue pair ----------------------------------------------------------------------------------------- */

enum { RC_MTU = 256, RC_FOR_EVER = 7, RC_OWED = 256 };

enum pk_op { PK_SEND, PK_WRITE, PK_READ, PK_ACK, PK_DATA, PK_NAK }; /* requests; answers. PK_DATA answers PK_READ */
enum pk_why { NAK_NONE, NAK_SEQUENCE, NAK_RNR, NAK_ACCESS, NAK_INVALID, NAK_OPERATION };

typedef struct {
    int op;
    uint32_t psn;                        /* packet sequence number, 24 bits */
    int first, last, with_imm;           /* SEND, WRITE: of the message; an imm comes with the last packet only */
    uint32_t imm, key, length;           /* key, addr, length: of READ and of a WRITE's first packet: */
    uint64_t addr;                       /* the memory of the other side, and all the bytes of the message */
    int why;                             /* NAK */
    uint32_t bytes;
    uint8_t data[RC_MTU];
} pkt_t; /* what an operation has no use for is 0; data behind `bytes`: anything */

typedef struct {
    uint64_t id, addr;
    uint32_t length, key;
} rr_t; /* receive request */

enum wr_op { WR_SEND, WR_WRITE, WR_READ };

typedef struct {
    uint64_t id;
    int op, signaled, with_imm; /* with_imm: SEND and WRITE only */
    uint32_t imm;
    uint64_t addr;              /* own memory: bytes to send, or where those of a READ go */
    uint32_t length, key;
    uint64_t remote;            /* WRITE, READ */
    uint32_t remote_key;
} wr_t;

typedef struct {
    nic_t *nic;
    int pd;
    cq_t *send_cq, *recv_cq;
    int sq_depth, rq_depth;    /* 1 ... 64 requests in a queue at most */
    uint32_t psn, remote_psn;  /* of the first request packet sent, and of the first that comes */
    int window;                /* request packets under way at most */
    int64_t timeout, rnr_wait; /* ns */
    int retries, rnr_retries;  /* rnr_retries: RC_FOR_EVER has no end */
} qp_attr_t;

typedef struct qp qp_t; /* yours */
qp_t *qp_create(const qp_attr_t *attr);
void qp_destroy(qp_t *qp);

/*
 * 0; or -1, and nothing has happened, if the queue is full or a READ is longer than RC_MTU. A request leaves the
 * receive queue when its first packet arrives, and the send queue when it is complete. A queue pair in error takes a
 * request and completes it at once with WC_WR_FLUSH_ERR.
 */
int qp_post_send(qp_t *qp, const wr_t *wr);
int qp_post_recv(qp_t *qp, const rr_t *rr);

/* A packet from the other side. `now` never goes back. */
void qp_take(qp_t *qp, int64_t now, const pkt_t *in);

/* 1, and the next packet for the other side in *out; or 0. */
int qp_next(qp_t *qp, int64_t now, pkt_t *out);

/*
 * RESPONDER. A request packet comes with psn p; e is the one that is expected, remote_psn at first. PSNs go round
 * modulo 2^24: p is later than e if (p - e) mod 2^24 is 1 ... 2^23 - 1, and earlier if it is 2^23 or more.
 *
 *   p later      NAK_SEQUENCE with psn e, once: not again until e has come. The packet is dropped.
 *   p earlier    A duplicate. SEND and WRITE are not done again: ACK with psn e - 1. A READ is done again, see below.
 *   p = e        The first of these rules that applies. "NAK_... and error" is: that NAK with psn p, and the queue pair
 *                is in error (the answers that it owes, this one too, still go out).
 *     1  first without an end of the message before it, not first without a beginning, or another op in the middle of a
 *        message (READ is a message of its own): NAK_INVALID and error
 *     2  SEND, first; or WRITE, last with an imm; and no receive request is there: NAK_RNR with psn p. Nothing has
 *        happened, and p will come again
 *     3  READ: length over RC_MTU: NAK_INVALID and error
 *        WRITE: more bytes with this packet than `length` said, or fewer at the last one: the same
 *        SEND: more bytes than the receive request has: it completes with WC_LOC_LEN_ERR; NAK_INVALID and error
 *     4  READ: its bytes are not allowed (MR_REMOTE_READ): NAK_ACCESS and error
 *        WRITE: first: all `length` bytes are not allowed (MR_REMOTE_WRITE); otherwise: those of this packet: the same
 *        SEND: this packet's place in the receive request's buffer is not allowed (MR_LOCAL_WRITE): it completes with
 *        WC_LOC_PROT_ERR; NAK_OPERATION and error
 *     5  It is done: bytes are copied behind those of the message before it; e becomes e + 1. ACK with psn p; or of
 *        READ, PK_DATA with psn p and the bytes. The last packet of a SEND completes its receive request. That of a
 *        WRITE with an imm takes the oldest receive request and completes it with WC_RECV_IMM; its buffer is not used.
 *
 * A duplicate READ goes through 3 and 4 and is answered as in 5; e stays. A completion is there before the answer goes.
 *
 * REQUESTER. Requests go out in the order of posting, in packets of RC_MTU bytes of which the last may have fewer: one
 * packet for 0 bytes, one for a READ. PSNs of packets follow each other. `una` is the oldest that is not acknowledged,
 * `next` the one to send next; next - una packets are under way. qp_next() looks at these, in order:
 *
 *   1  An answer that is owed: the oldest. At most RC_OWED are owed at a time.
 *   2  After NAK_RNR, before its wait is over: nothing.
 *   3  A packet is under way, and the timer has stood for `timeout` or more: goes back (next = una) and counts a try.
 *      When that is more than `retries`, una's request has failed: WC_RETRY_EXC_ERR.
 *   4  A packet is left to send and fewer than `window` are under way: that one. Before it goes, the whole buffer of
 *      its request is looked at (MR_LOCAL_WRITE for READ, else 0). If it is not allowed, nothing goes; and if all
 *      requests before it are complete, this one has failed: WC_LOC_PROT_ERR.
 *   The timer starts when a packet goes out while none is under way.
 *
 * An answer with psn p says something if p is una ... the latest that was ever sent. All others are dropped.
 *   It acknowledges all packets before p, and ACK p, too; but no READ, and nothing behind a READ, before its PK_DATA
 *   has come. If packets before p remain, that is all that it does: the timer will see to the READ.
 *   DATA           p is a READ: the bytes go to its buffer, and it is acknowledged. If the buffer is no longer allowed,
 *                  or another number of bytes has come than was asked for, it has failed: WC_LOC_PROT_ERR. If p is
 *                  no READ, the bytes go nowhere; what was before p is acknowledged all the same.
 *   NAK_SEQUENCE   goes back.
 *   NAK_RNR        counts a try. When that is more than rnr_retries, the request of p has failed: WC_RNR_RETRY_EXC_ERR.
 *                  Otherwise goes back, and sends nothing but answers before now + rnr_wait.
 *   other NAKs     the request of p has failed, with the status of the NAK.
 * An acknowledged packet resets both counts of tries, and starts the timer anew. If next has been overtaken, it is una.
 *
 * A request is complete when its last packet is acknowledged. If it is signaled it then has a completion. One that has
 * failed has one in any case, and the queue pair is in error.
 *
 * ERROR. First the receive request whose message is under way (with its own status, if it has one) and then those in
 * the queue complete, then those in the send queue, in order, signaled or not; all with WC_WR_FLUSH_ERR but the one
 * that has failed. From then on packets are dropped, and nothing but answers that were owed before goes out.
 */

/* --- part C: messages over one-sided writes ----------------------------------------------------------------------- */

/*
 * One end of a connection that works: nothing is lost, and writes arrive in order. Its memory is registered. In virtual
 * time, in which calls cost the caller something and bytes cost the wire.
 */
typedef struct fab fab_t;

enum { FAB_SIGNALED = 1, FAB_INLINE = 2, FAB_IMM = 4 };
enum { FAB_SQ = 12, FAB_CQ = 32, FAB_RQ = 32, FAB_INLINE_MOST = 64 };

/*
 * Posts a write of `bytes` to byte `remote` of the other side's window. Returns 0; -1 if FAB_SQ writes are in the
 * queue. Until it is done the bytes at `local` are the NIC's; with FAB_INLINE (FAB_INLINE_MOST bytes at most) they are
 * yours when the call returns. With FAB_IMM the other side gets a completion with imm, which takes one of its
 * receives; a write that finds none kills the connection. The bytes of a write arrive in any order, those of an
 * aligned uint64_t together; all of them, and those of all writes before it, are there when the completion is. A later
 * write's bytes arrive behind an earlier one's.
 *
 * A write leaves the queue when a completion, its own or that of a later write, has been polled; and only a write with
 * FAB_SIGNALED has one.
 */
int fab_write(fab_t *fab, const void *local, uint64_t remote, uint32_t bytes, int flags, uint32_t imm);

/* Posts a receive without a buffer, for one imm. Returns 0; -1 if there are FAB_RQ. */
int fab_recv(fab_t *fab);

/*
 * 1, and the oldest completion in *wc: op is WC_WRITE for an own write, whose `id` is its number from 0 on, counting
 * all fab_write() that returned 0; WC_RECV_IMM, with imm. Or 0. More than FAB_CQ that nobody polls kill the
 * connection.
 */
int fab_poll(fab_t *fab, wc_t *wc);

/*
 * A channel in one direction. The receiver's window has CH_SLOTS slots of CH_SLOT bytes: message k (from 0 on) goes to
 * the beginning of slot k % CH_SLOTS, with FAB_IMM and its length as imm. It is read there, and a slot is written again
 * only when its message was released. The first 8 bytes of the sender's window are for the receiver, who writes there
 * how many messages it has released (a uint64_t; 0 at first). Nobody copies a payload.
 */
enum { CH_SLOTS = 16, CH_SLOT = 4096 };

typedef struct tx tx_t;
typedef struct rx rx_t;

tx_t *tx_open(fab_t *fab, const uint8_t *window);
/* 1: posted; msg (1 ... CH_SLOT bytes) is the channel's until tx_done() says otherwise. 0: not now, ask again. */
int tx_send(tx_t *tx, const void *msg, uint32_t bytes);
/* How many messages, of those sent first, are the caller's again. It may be fewer than are done, by FAB_SQ / 2. Both
 * this and tx_send() are asked again and again. */
uint64_t tx_done(tx_t *tx);
void tx_close(tx_t *tx);

rx_t *rx_open(fab_t *fab, const uint8_t *window);
/* The oldest message that has not been given out, in place, and its bytes; NULL: none is there yet. Several may be out
 * at a time. */
const uint8_t *rx_next(rx_t *rx, uint32_t *bytes);
/* The oldest message that is out is no longer needed. The sender may learn it later; but as long as rx_next() is called
 * again and again, it never waits for ever while a slot is released. */
void rx_release(rx_t *rx);
void rx_close(rx_t *rx);

/* --- part D: the bounce buffer ------------------------------------------------------------------------------------ */

typedef struct {
    int64_t bytes, chunk;      /* chunk > 0 */
    int buffers;               /* pinned buffers of `chunk` bytes; 0: GPUDirect RDMA */
    double gpu_Bps, wire_Bps;  /* GPU to host memory or to the NIC; the NIC's wire */
    double copy_s, post_s;     /* a copy's fixed cost; a write's */
} bounce_t;

/*
 * Seconds until the last byte of a GPU's memory has left. 0 bytes: 0. GPUDirect: one write, whose bytes flow at the
 * slower of both rates. Otherwise in chunks, the last of which may be smaller: each is copied into a free buffer, one
 * copy after the other, copy_s + bytes / gpu_Bps; then written from there, one write after the other,
 * post_s + bytes / wire_Bps, after which the buffer is free. Chunk k uses buffer k % buffers; copies and writes
 * overlap.
 */
double bounce_s(const bounce_t *b);

#endif
