// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

/** How a connection ends after a fault took one of its messages. */
public enum ConnectionEnding {
    /** Both sides are closed in order: client and server read the end of the stream. */
    CUT {
        @Override
        void end(ProxiedConnection connection) {
            connection.cut();
        }
    },
    /** Both sides are reset (TCP RST): client and server get a "connection reset". */
    RESET {
        @Override
        void end(ProxiedConnection connection) {
            connection.reset();
        }
    },
    /** The client reads the end of the stream, while what it sends still reaches the server. */
    HALF_CLOSE {
        @Override
        void end(ProxiedConnection connection) {
            connection.halfClose();
        }
    },
    /** The connection stays open, but nothing more passes in either direction. */
    SILENCE {
        @Override
        void end(ProxiedConnection connection) {
            connection.silence();
        }
    };

    abstract void end(ProxiedConnection connection);
}
