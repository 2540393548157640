// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.error;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** A request that got no useful answer. Contains no keys, since those hold attempt ids. */
public final class EtcdFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final Status.Code code;

    /** A failure with a code and the words of the driver or the server. */
    public EtcdFailure(Status.Code code, @Nullable String words) {
        super(words == null ? code.name() : code + ": " + words, null, false, true);
        this.code = code;
    }

    /** The code of gRPC. */
    public Status.Code code() {
        return code;
    }
}
