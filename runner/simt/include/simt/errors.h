/*
 * simt/errors.h: every cudaError_t with its number, name and text, as an X macro. No include guard: define
 * SIMT_ERROR(number, name, text) and include it.
 */
SIMT_ERROR(0, cudaSuccess, "no error")
SIMT_ERROR(1, cudaErrorInvalidValue, "invalid argument")
SIMT_ERROR(2, cudaErrorMemoryAllocation, "out of memory")
SIMT_ERROR(3, cudaErrorInitializationError, "initialization error")
SIMT_ERROR(4, cudaErrorCudartUnloading, "driver shutting down")
SIMT_ERROR(5, cudaErrorProfilerDisabled, "profiler disabled while using external profiling tool")
SIMT_ERROR(6, cudaErrorProfilerNotInitialized, "profiler not initialized: call cudaProfilerInitialize()")
SIMT_ERROR(7, cudaErrorProfilerAlreadyStarted, "profiler already started")
SIMT_ERROR(8, cudaErrorProfilerAlreadyStopped, "profiler already stopped")
SIMT_ERROR(9, cudaErrorInvalidConfiguration, "invalid configuration argument")
SIMT_ERROR(12, cudaErrorInvalidPitchValue, "invalid pitch argument")
SIMT_ERROR(13, cudaErrorInvalidSymbol, "invalid device symbol")
SIMT_ERROR(16, cudaErrorInvalidHostPointer, "invalid host pointer")
SIMT_ERROR(17, cudaErrorInvalidDevicePointer, "invalid device pointer")
SIMT_ERROR(18, cudaErrorInvalidTexture, "invalid texture reference")
SIMT_ERROR(19, cudaErrorInvalidTextureBinding, "texture is not bound to a pointer")
SIMT_ERROR(20, cudaErrorInvalidChannelDescriptor, "invalid channel descriptor")
SIMT_ERROR(21, cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")
SIMT_ERROR(22, cudaErrorAddressOfConstant, "invalid address of constant")
SIMT_ERROR(23, cudaErrorTextureFetchFailed, "fetch from texture failed")
SIMT_ERROR(24, cudaErrorTextureNotBound, "cannot fetch from a texture that is not bound")
SIMT_ERROR(25, cudaErrorSynchronizationError, "incorrect use of __syncthreads()")
SIMT_ERROR(26, cudaErrorInvalidFilterSetting, "linear filtering not supported for non-float type")
SIMT_ERROR(27, cudaErrorInvalidNormSetting, "read as normalized float not supported for data type")
SIMT_ERROR(28, cudaErrorMixedDeviceExecution,
           "device emulation mode and device execution mode cannot be mixed")
SIMT_ERROR(31, cudaErrorNotYetImplemented, "feature not yet implemented")
SIMT_ERROR(32, cudaErrorMemoryValueTooLarge, "memory size or pointer value too large to fit in 32 bit")
SIMT_ERROR(34, cudaErrorStubLibrary, "CUDA driver is a stub library")
SIMT_ERROR(35, cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version")
SIMT_ERROR(36, cudaErrorCallRequiresNewerDriver, "API call is not supported in the installed CUDA driver")
SIMT_ERROR(37, cudaErrorInvalidSurface, "invalid surface reference")
SIMT_ERROR(43, cudaErrorDuplicateVariableName, "duplicate global variable looked up by string name")
SIMT_ERROR(44, cudaErrorDuplicateTextureName, "duplicate texture looked up by string name")
SIMT_ERROR(45, cudaErrorDuplicateSurfaceName, "duplicate surface looked up by string name")
SIMT_ERROR(46, cudaErrorDevicesUnavailable, "CUDA-capable device(s) is/are busy or unavailable")
SIMT_ERROR(49, cudaErrorIncompatibleDriverContext, "incompatible driver context")
SIMT_ERROR(52, cudaErrorMissingConfiguration, "__global__ function call is not configured")
SIMT_ERROR(53, cudaErrorPriorLaunchFailure, "unspecified launch failure in prior launch")
SIMT_ERROR(65, cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches")
SIMT_ERROR(66, cudaErrorLaunchFileScopedTex,
           "launch failed because kernel uses unsupported, file-scoped textures (texture objects are "
           "supported)")
SIMT_ERROR(67, cudaErrorLaunchFileScopedSurf,
           "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are "
           "supported)")
SIMT_ERROR(68, cudaErrorSyncDepthExceeded,
           "cudaDeviceSynchronize failed because caller's grid depth exceeds "
           "cudaLimitDevRuntimeSyncDepth")
SIMT_ERROR(69, cudaErrorLaunchPendingCountExceeded,
           "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount")
SIMT_ERROR(98, cudaErrorInvalidDeviceFunction, "invalid device function")
SIMT_ERROR(100, cudaErrorNoDevice, "no CUDA-capable device is detected")
SIMT_ERROR(101, cudaErrorInvalidDevice, "invalid device ordinal")
SIMT_ERROR(102, cudaErrorDeviceNotLicensed, "device doesn't have valid Grid license")
SIMT_ERROR(103, cudaErrorSoftwareValidityNotEstablished, "integrity checks failed")
SIMT_ERROR(127, cudaErrorStartupFailure, "startup failure in cuda runtime")
SIMT_ERROR(200, cudaErrorInvalidKernelImage, "device kernel image is invalid")
SIMT_ERROR(201, cudaErrorDeviceUninitialized, "invalid device context")
SIMT_ERROR(205, cudaErrorMapBufferObjectFailed, "mapping of buffer object failed")
SIMT_ERROR(206, cudaErrorUnmapBufferObjectFailed, "unmapping of buffer object failed")
SIMT_ERROR(207, cudaErrorArrayIsMapped, "array is mapped")
SIMT_ERROR(208, cudaErrorAlreadyMapped, "resource already mapped")
SIMT_ERROR(209, cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device")
SIMT_ERROR(210, cudaErrorAlreadyAcquired, "resource already acquired")
SIMT_ERROR(211, cudaErrorNotMapped, "resource not mapped")
SIMT_ERROR(212, cudaErrorNotMappedAsArray, "resource not mapped as array")
SIMT_ERROR(213, cudaErrorNotMappedAsPointer, "resource not mapped as pointer")
SIMT_ERROR(214, cudaErrorECCUncorrectable, "uncorrectable ECC error encountered")
SIMT_ERROR(215, cudaErrorUnsupportedLimit, "limit is not supported on this architecture")
SIMT_ERROR(216, cudaErrorDeviceAlreadyInUse, "exclusive-thread device already in use by a different thread")
SIMT_ERROR(217, cudaErrorPeerAccessUnsupported, "peer access is not supported between these two devices")
SIMT_ERROR(218, cudaErrorInvalidPtx, "a PTX JIT compilation failed")
SIMT_ERROR(219, cudaErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context")
SIMT_ERROR(220, cudaErrorNvlinkUncorrectable, "uncorrectable NVLink error detected during the execution")
SIMT_ERROR(221, cudaErrorJitCompilerNotFound, "PTX JIT compiler library not found")
SIMT_ERROR(222, cudaErrorUnsupportedPtxVersion,
           "the provided PTX was compiled with an unsupported toolchain.")
SIMT_ERROR(223, cudaErrorJitCompilationDisabled, "PTX JIT compilation was disabled")
SIMT_ERROR(224, cudaErrorUnsupportedExecAffinity, "the provided execution affinity is not supported")
SIMT_ERROR(225, cudaErrorUnsupportedDevSideSync,
           "the provided PTX contains unsupported call to cudaDeviceSynchronize")
SIMT_ERROR(226, cudaErrorContained, "Invalid access of peer GPU memory over nvlink or a hardware error")
SIMT_ERROR(300, cudaErrorInvalidSource, "device kernel image is invalid")
SIMT_ERROR(301, cudaErrorFileNotFound, "file not found")
SIMT_ERROR(302, cudaErrorSharedObjectSymbolNotFound, "shared object symbol not found")
SIMT_ERROR(303, cudaErrorSharedObjectInitFailed, "shared object initialization failed")
SIMT_ERROR(304, cudaErrorOperatingSystem, "OS call failed or operation not supported on this OS")
SIMT_ERROR(400, cudaErrorInvalidResourceHandle, "invalid resource handle")
SIMT_ERROR(401, cudaErrorIllegalState, "the operation cannot be performed in the present state")
SIMT_ERROR(402, cudaErrorLossyQuery, "attempted introspection would be semantically lossy")
SIMT_ERROR(500, cudaErrorSymbolNotFound, "named symbol not found")
SIMT_ERROR(600, cudaErrorNotReady, "device not ready")
SIMT_ERROR(700, cudaErrorIllegalAddress, "an illegal memory access was encountered")
SIMT_ERROR(701, cudaErrorLaunchOutOfResources, "too many resources requested for launch")
SIMT_ERROR(702, cudaErrorLaunchTimeout, "the launch timed out and was terminated")
SIMT_ERROR(703, cudaErrorLaunchIncompatibleTexturing, "launch uses incompatible texturing mode")
SIMT_ERROR(704, cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled")
SIMT_ERROR(705, cudaErrorPeerAccessNotEnabled, "peer access has not been enabled")
SIMT_ERROR(708, cudaErrorSetOnActiveProcess, "cannot set while device is active in this process")
SIMT_ERROR(709, cudaErrorContextIsDestroyed, "context is destroyed")
SIMT_ERROR(710, cudaErrorAssert, "device-side assert triggered")
SIMT_ERROR(711, cudaErrorTooManyPeers, "peer mapping resources exhausted")
SIMT_ERROR(712, cudaErrorHostMemoryAlreadyRegistered,
           "part or all of the requested memory range is already mapped")
SIMT_ERROR(713, cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region")
SIMT_ERROR(714, cudaErrorHardwareStackError, "hardware stack error")
SIMT_ERROR(715, cudaErrorIllegalInstruction, "an illegal instruction was encountered")
SIMT_ERROR(716, cudaErrorMisalignedAddress, "misaligned address")
SIMT_ERROR(717, cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space")
SIMT_ERROR(718, cudaErrorInvalidPc, "invalid program counter")
SIMT_ERROR(719, cudaErrorLaunchFailure, "unspecified launch failure")
SIMT_ERROR(720, cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch")
SIMT_ERROR(721, cudaErrorTensorMemoryLeak, "tensor memory not completely freed")
SIMT_ERROR(800, cudaErrorNotPermitted, "operation not permitted")
SIMT_ERROR(801, cudaErrorNotSupported, "operation not supported")
SIMT_ERROR(802, cudaErrorSystemNotReady, "system not yet initialized")
SIMT_ERROR(803, cudaErrorSystemDriverMismatch,
           "system has unsupported display driver / cuda driver combination")
SIMT_ERROR(804, cudaErrorCompatNotSupportedOnDevice,
           "forward compatibility was attempted on non supported HW")
SIMT_ERROR(805, cudaErrorMpsConnectionFailed,
           "MPS client failed to connect to the MPS control daemon or the MPS server")
SIMT_ERROR(806, cudaErrorMpsRpcFailure,
           "the remote procedural call between the MPS server and the MPS client failed")
SIMT_ERROR(807, cudaErrorMpsServerNotReady, "MPS server is not ready to accept new MPS client requests")
SIMT_ERROR(808, cudaErrorMpsMaxClientsReached,
           "the hardware resources required to create MPS client have been exhausted")
SIMT_ERROR(809, cudaErrorMpsMaxConnectionsReached,
           "the hardware resources required to support device connections have been exhausted")
SIMT_ERROR(810, cudaErrorMpsClientTerminated, "the MPS client has been terminated by the server")
SIMT_ERROR(811, cudaErrorCdpNotSupported,
           "is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not "
           "support it")
SIMT_ERROR(812, cudaErrorCdpVersionMismatch,
           "unsupported interaction between different versions of CUDA Dynamic Parallelism")
SIMT_ERROR(900, cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing")
SIMT_ERROR(901, cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture")
SIMT_ERROR(902, cudaErrorStreamCaptureMerge,
           "operation would result in a merge of separate capture sequences")
SIMT_ERROR(903, cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began")
SIMT_ERROR(904, cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work")
SIMT_ERROR(905, cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream")
SIMT_ERROR(906, cudaErrorStreamCaptureImplicit,
           "operation would make the legacy stream depend on a capturing blocking stream")
SIMT_ERROR(907, cudaErrorCapturedEvent,
           "operation not permitted on an event last recorded in a capturing stream")
SIMT_ERROR(908, cudaErrorStreamCaptureWrongThread,
           "attempt to terminate a thread-local capture sequence from another thread")
SIMT_ERROR(909, cudaErrorTimeout, "wait operation timed out")
SIMT_ERROR(910, cudaErrorGraphExecUpdateFailure,
           "the graph update was not performed because it included changes which violated constraints "
           "specific to instantiated graph update")
SIMT_ERROR(911, cudaErrorExternalDevice, "an async error has occured in external entity outside of CUDA")
SIMT_ERROR(912, cudaErrorInvalidClusterSize,
           "a kernel launch error has occurred due to cluster misconfiguration")
SIMT_ERROR(913, cudaErrorFunctionNotLoaded,
           "the function handle is not loaded when calling an API that requires a loaded function")
SIMT_ERROR(914, cudaErrorInvalidResourceType,
           "one or more resources passed in are not valid resource types for the operation")
SIMT_ERROR(915, cudaErrorInvalidResourceConfiguration,
           "one or more resources are insufficient or non-applicable for the operation")
SIMT_ERROR(999, cudaErrorUnknown, "unknown error")
