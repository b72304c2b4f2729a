// api_capture.cu: what a stream that captures allows, and how a capture is spoiled. Codes as an H100 gives them.
// allow-error api
#include "t.h"

__global__ void k() {}
static cudaError_t launch(cudaStream_t stream)
{
    k<<<1, 1, 0, stream>>>();
    return cudaGetLastError();
}
static void nothing(void *) {}
static void called(cudaStream_t, cudaError_t, void *) {}

static cudaStream_t s, t, apart;
static cudaGraph_t g;

static const char *ends(cudaStream_t stream)
{
    g = nullptr;
    cudaError_t e = cudaStreamEndCapture(stream, &g);
    cudaGetLastError();
    if (g)
        cudaGraphDestroy(g);
    return cudaGetErrorName(e);
}
static void begin() { CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); }
/* A call during a capture, and how the capture ends. */
#define IN(call, want, end)                                                                          \
    do {                                                                                             \
        begin();                                                                                     \
        ERR(call, want);                                                                             \
        cudaGetLastError();                                                                          \
        TEXT(ends(s), end);                                                                          \
    } while (0)
#define SPOILED "cudaErrorStreamCaptureInvalidated"
#define FINE "cudaSuccess"

int main()
{
    void *p, *q;
    char host[64];
    cudaEvent_t e, f;
    cudaStreamCaptureStatus status;
    CK(cudaStreamCreate(&s));
    CK(cudaStreamCreate(&t));
    CK(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking));
    CK(cudaEventCreate(&e));
    CK(cudaEventCreate(&f));
    CK(cudaMalloc(&p, 1024));

    ERR(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
    ERR(cudaStreamEndCapture(s, &g), cudaErrorIllegalState);
    cudaGetLastError();
    IN(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), cudaErrorIllegalState, FINE);
    IN(cudaMalloc(&q, 64), cudaErrorStreamCaptureUnsupported, SPOILED);
    IN(cudaFree(p), cudaErrorStreamCaptureUnsupported, SPOILED);
    IN(cudaMallocHost(&q, 64), cudaErrorStreamCaptureUnsupported, SPOILED);
    IN(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported, SPOILED);
    IN(cudaStreamSynchronize(s), cudaErrorStreamCaptureUnsupported, SPOILED);
    IN(cudaStreamSynchronize(t), cudaErrorStreamCaptureUnsupported, SPOILED);
    IN(cudaStreamQuery(s), cudaErrorStreamCaptureUnsupported, SPOILED);
    IN(cudaMemcpy(host, p, 64, cudaMemcpyDeviceToHost), cudaErrorStreamCaptureImplicit, SPOILED);
    IN(cudaMemset(p, 0, 64), cudaErrorStreamCaptureImplicit, SPOILED);
    IN(launch(0), cudaErrorStreamCaptureImplicit, SPOILED);
    IN(launch(t), cudaSuccess, FINE);
    IN(launch(s), cudaSuccess, FINE);
    IN(cudaMemcpyAsync(p, host, 64, cudaMemcpyHostToDevice, s), cudaSuccess, FINE);
    IN(cudaMemsetAsync(p, 0, 64, s), cudaSuccess, FINE);
    IN(cudaLaunchHostFunc(s, nothing, nullptr), cudaSuccess, FINE);
    IN(cudaStreamAddCallback(s, called, nullptr, 0), cudaErrorStreamCaptureUnsupported, SPOILED);
    IN((cudaEventRecord(e, s), cudaEventQuery(e)), cudaErrorCapturedEvent, SPOILED);
    IN(cudaEventRecord(e, t), cudaSuccess, FINE);
    IN(cudaStreamWaitEvent(s, e), cudaErrorStreamCaptureIsolation, SPOILED);
    IN((cudaEventRecord(f, s), cudaStreamWaitEvent(t, f)), cudaSuccess, FINE); // joined, but given no work

    // without a tie to the default stream it may work beside
    CK(cudaStreamBeginCapture(apart, cudaStreamCaptureModeGlobal));
    CK(launch(0));
    TEXT(ends(apart), FINE);

    // fork without join
    begin();
    CK(cudaEventRecord(e, s));
    CK(cudaStreamWaitEvent(t, e));
    CK(launch(t));
    CK(cudaStreamIsCapturing(t, &status));
    EQ(status, cudaStreamCaptureStatusActive);
    TEXT(ends(s), "cudaErrorStreamCaptureUnjoined");
    CK(cudaStreamIsCapturing(t, &status));
    EQ(status, cudaStreamCaptureStatusNone);

    // ended in the stream that joined
    begin();
    CK(cudaEventRecord(e, s));
    CK(cudaStreamWaitEvent(t, e));
    TEXT(ends(t), "cudaErrorStreamCaptureUnmatched");
    CK(cudaStreamIsCapturing(s, &status));
    EQ(status, cudaStreamCaptureStatusInvalidated);
    TEXT(ends(s), SPOILED);

    // two captures do not merge
    begin();
    CK(cudaStreamBeginCapture(t, cudaStreamCaptureModeGlobal));
    CK(cudaEventRecord(f, t));
    ERR(cudaStreamWaitEvent(s, f), cudaErrorStreamCaptureMerge);
    TEXT(ends(s), SPOILED);
    TEXT(ends(t), SPOILED);

    // an event of a capture that is over
    begin();
    CK(cudaEventRecord(e, s));
    TEXT(ends(s), FINE);
    ERR(cudaStreamWaitEvent(t, e), cudaErrorInvalidValue);
    cudaGetLastError();
    CK(cudaEventRecord(e, t));
    CK(cudaEventSynchronize(e));

    // relaxed: memory may be had
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    CK(cudaMalloc(&q, 64));
    CK(cudaFree(q));
    TEXT(ends(s), FINE);
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    ERR(cudaMalloc(&q, 64), cudaErrorStreamCaptureUnsupported);
    cudaGetLastError();
    TEXT(ends(s), SPOILED);

    CK(cudaEventDestroy(e));
    CK(cudaEventDestroy(f));
    CK(cudaStreamDestroy(s));
    CK(cudaStreamDestroy(t));
    CK(cudaStreamDestroy(apart));
    CK(cudaFree(p));
    return t_end();
}
