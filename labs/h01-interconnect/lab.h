/*
 * lab.h: the interface of h01-interconnect. You write links.c: what the links of a server do to the copies that go
 * over them, in virtual time.
 *
 * A machine is a graph. Its nodes are CPUs with their memories, PCIe switches, GPUs, NICs and NVSwitches; its links are
 * full duplex, so that each direction has the whole rate for itself. Rates, latencies and sizes are inputs, as data
 * sheets print them. The model is a fluid one: copies that share a link share its rate at once, and queues, credits
 * and copy engines are left out.
 */
#ifndef H01_LAB_H
#define H01_LAB_H

#include <stddef.h>
#include <stdint.h>

enum { IC_NODES = 32, IC_LINKS = 48, IC_HOPS = 16, IC_COPIES = 32, IC_RING = 8, IC_USES = IC_HOPS + 1 };
enum { IC_CPU, IC_PCIE_SWITCH, IC_GPU, IC_NIC, IC_NVSWITCH };  /* kinds of nodes; GPUs and NICs are devices */
enum { IC_PCIE, IC_NVLINK, IC_SOCKET };                        /* of links; IC_SOCKET joins two CPUs */

typedef struct {
    int a, b;              /* nodes, two different ones */
    int kind;              /* IC_PCIE ... */
    int width;             /* PCIe: lanes; NVLink: links side by side, which one copy uses all; socket: 1 */
    double rate;           /* PCIe: GT/s of a lane; NVLink: GB/s of a link, both ways together; socket: GB/s one way */
    int payload, overhead; /* of any kind: bytes of data in a packet, 1 or more, and bytes beside them, 0 or more */
    double latency;        /* seconds, either way */
} ic_link_t;

/*
 * How near two nodes are, in the words of `nvidia-smi topo -m`, from near to far:
 *   IC_NV   two GPUs with a way over NVLink alone
 *   IC_PIX  a way over PCIe that passes one PCIe switch, or none, and no CPU
 *   IC_PXB  ... several PCIe switches, and no CPU
 *   IC_PHB  ... a CPU, or has one at an end, and no link between sockets
 *   IC_SYS  ... a link between sockets
 */
enum { IC_NV, IC_PIX, IC_PXB, IC_PHB, IC_SYS };

typedef struct {
    int nodes, links;
    int kind[IC_NODES];
    ic_link_t link[IC_LINKS];
    int p2p;         /* the farthest IC_... at which two devices reach each other over PCIe; IC_NV: never over PCIe */
    double copy_Bps; /* what a CPU copies between pageable memory and its pinned buffers, all copies together */
    int64_t chunk;   /* bytes of such a buffer */
    double setup;    /* seconds from a copy's start until its first byte leaves */
} ic_topo_t;

/*
 * Bytes of data a second that a link carries in one direction. One transfer of a PCIe lane is one bit of the line:
 * up to 5 GT/s, 8 of 10 bits are bytes' (8b/10b), above it 128 of 130.
 */
double ic_link_Bps(const ic_link_t *link);

/*
 * A way from src to dst. It passes other nodes only:
 *   NVLink   between two GPUs, over NVLink links alone: NVSwitches. GPUs forward nothing, nor does a CPU with NVLinks
 *   PCIe     between any two CPUs or devices, over PCIe links and links between sockets: PCIe switches and CPUs. A
 *            device with several PCIe links forwards nothing
 * Of several ways of a kind the one of the fewest links; of those, the one whose slowest link is the fastest; of
 * those, the one with the lower link number at the first place at which they differ, seen from src.
 *
 * Two GPUs that have an NVLink way use it. Two devices whose PCIe way is farther than topo->p2p are staged: the copy
 * goes over the PCIe way to the memory of src's CPU, and from there over the PCIe way to dst. src's CPU is the one with
 * the fewest links to it, of several the lowest number. All others go over their PCIe way. Every two CPUs or devices
 * have a PCIe way, and no path has more than IC_HOPS links.
 */
typedef struct {
    int relation;      /* IC_...; of a staged one that of the PCIe way, which it may not use */
    int staged;        /* the CPU in whose memory it is staged; -1: it is not */
    int hops;
    int link[IC_HOPS]; /* in the order of the path, those to the staging CPU first */
    int back[IC_HOPS]; /* 0: from the link's a to b; 1: from b to a */
} ic_path_t;

void ic_route(const ic_topo_t *topo, int src, int dst, ic_path_t *path);

/*
 * The matrix of all devices, as text that ends with 0. They are called GPU0, GPU1, ... and NIC0, NIC1, ..., each in the
 * order of their nodes, GPUs first. A line begins with a name ("%-5s", of the head line with ""), "%6s" for each column
 * follows, then "\n". A cell is the relation of row to column: "X" for itself, "NV" and the smallest width on the way
 * ("NV18"), "PIX", "PXB", "PHB" or "SYS". size is large enough. Returns the length without the 0.
 */
int ic_matrix(const ic_topo_t *topo, char *text, size_t size);

/*
 * Max-min fair rates of n flows, each through one resource or more (no resource twice): no resource gives more than
 * its capacity, and each flow passes a resource that is full and in which no other flow has a higher rate. There is
 * exactly one such solution. n is 0 to IC_COPIES, and there are at most 2 * IC_LINKS + IC_NODES resources, each of a
 * capacity above 0.
 */
typedef struct {
    int uses, resource[IC_USES];
} ic_flow_t;

void ic_fair(const double *capacity, int resources, const ic_flow_t *flow, int n, double *rate);

typedef struct {
    int src, dst;  /* CPUs or devices, not two CPUs, not the same */
    int pageable;  /* 1: the memory at the end that is a CPU is not pinned; with two devices always 0 */
    int64_t bytes; /* 0 or more */
    double start;  /* seconds, 0 or more */
} ic_copy_t;

/*
 * Runs n copies in virtual time. A copy that starts at s has its first byte under way at
 *
 *     s + setup + latency of each link of its path
 *       + first / (the rate of the slowest link before the CPU)   if it is staged
 *       + first / copy_Bps                                        if it is pageable
 *
 * where first is min(chunk, bytes). From then on its bytes flow at the rate that ic_fair gives all copies that
 * flow at that moment; its resources are each link of its path in its direction and, if it is pageable, its CPU's
 * copying, which all pageable copies of that CPU share. Chunks overlap: while one is copied the one before is sent.
 * It ends when all its bytes have flowed.
 *
 * end[i] is when copy i ends, carried[l][back] how many bytes of data link l has carried from a to b ([0]) and from b
 * to a ([1]). Returns the last end, 0 if n is 0.
 */
double ic_run(const ic_topo_t *topo, const ic_copy_t *copy, int n, double *end, int64_t (*carried)[2]);

/*
 * order[] gets the topology's GPUs (2 to IC_RING), each once, so that the ring is fast: `bytes` from order[0] to
 * order[1], from order[1] to order[2] and so on, from the last to order[0], all started at 0. The earlier the last
 * copy ends the better. The same topology and bytes give the same ring, whenever it is asked for.
 */
void ic_ring(const ic_topo_t *topo, int64_t bytes, int *order);

#endif
