// SPDX-License-Identifier: Apache-2.0
package dev.interlock.planted.etcd.key;

import dev.interlock.planted.etcd.request.Request;

/** Planted faults of a lower layer of a backend. */
final class KeyFaults {

    abstract static class SeesRequest {
        abstract Request request();
    }
}
