// Made by slipring compile schemas.ts: do not change it, make it again when a schema has changed.
// @ts-nocheck
/* eslint-disable */

import { useCode } from "@slipring/core/schema"

useCode([
  ["oy-kck8zu-1bixi30", (writeText, explain) => {
let reached = 0
const depth = 0

return ((value, bytes, view, head, end) => {
misfit: {
let tail = head + 12
if (tail > end) return -1
if (typeof value !== 'object' || value === null) break misfit
let bits0 = 0
const v1 = value["last"]
if (typeof v1 !== 'number') break misfit
view.setFloat64(head, v1, true)
const v2 = value["side"]
const n3 = v2 === "buy" ? 0 : v2 === "sell" ? 1 : -1
if (n3 < 0) break misfit
bytes[head + 9] = n3
const v4 = value["symbol"]
if (typeof v4 !== 'string') break misfit
tail = writeText(v4, bytes, view, head + 8, tail, end)
if (tail < 0) return -1
const v5 = value["note"]
if (v5 !== undefined) {
bits0 |= 1
if (typeof v5 !== 'string') break misfit
tail = writeText(v5, bytes, view, head + 10, tail, end)
if (tail < 0) return -1
} else {
bytes[head + 10] = 0
}
bytes[head + 11] = bits0
return tail
}
return explain(value, bytes, view, head, end)
})
}],
  ["q8-1lkfhuj-fn9a80", (names2, refuseChoice, textBytes, readText, readTextOf, refuseLeftOver, refuseTruncated) => {
let reached = 0
const depth = 0

return ((bytes, view, head, end) => {
let tail = head + 12
if (tail > end) refuseTruncated(12, head, end)
const bits0 = bytes[head + 11]
const v1 = view.getFloat64(head, true)
const v3 = names2[bytes[head + 9]]
if (v3 === undefined) refuseChoice("\"buy\" | \"sell\"", head + 9)
const n4 = bytes[head + 8]
const n5 = textBytes(view, n4, tail, end)
const v6 = readText(bytes, view, n4, tail, n5)
tail += n5
let v7 = undefined
if ((bits0 & 1) !== 0) {
const n8 = bytes[head + 10]
const n9 = textBytes(view, n8, tail, end)
const v10 = readText(bytes, view, n8, tail, n9)
tail += n9
v7 = v10
}
let v11
if (v7 !== undefined) v11 = { "symbol": v6, "last": v1, "side": v3, "note": v7 }
else {
v11 = { "symbol": v6, "last": v1, "side": v3 }
if (v7 !== undefined) v11["note"] = v7
}
if (tail !== end) refuseLeftOver(tail, end)
return v11
})
}],
  ["2yz-188ypye-1f7jui9", (BYTES, COPY, END, FOUND, FOUND_TAIL, HEAD, LENGTH, ListRecordView, NEXT, OPEN_ELEMENT, PARTS, RecordView, requireHeld, TAIL, VIEW, wholePlace, refuseTruncated, textBytes, readText, readTextOf, names5, refuseChoice, names16, PART0, names29) => {
let reached = 0
const depth = 0
class StructView0 extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
get ["symbol"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const n1 = bytes[head + 8]
const n2 = textBytes(view, n1, tail, end)
const v3 = readText(bytes, view, n1, tail, n2)
tail += n2
return v3
}
get ["last"]() {
const head = this[HEAD]
const view = this[VIEW]
const v4 = view.getFloat64(head, true)
return v4
}
get ["side"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const v6 = names5[bytes[head + 9]]
if (v6 === undefined) refuseChoice("\"buy\" | \"sell\"", head + 9)
return v6
}
get ["note"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const bits7 = bytes[head + 11]
const n8 = bytes[head + 8]
const n9 = textBytes(view, n8, tail, end)
tail += n9
let v10 = undefined
if ((bits7 & 1) !== 0) {
const n11 = bytes[head + 10]
const n12 = textBytes(view, n11, tail, end)
const v13 = readText(bytes, view, n11, tail, n12)
tail += n12
v10 = v13
}
return v10
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const bits14 = bytes[head + 11]
const v15 = view.getFloat64(head, true)
const v17 = names16[bytes[head + 9]]
if (v17 === undefined) refuseChoice("\"buy\" | \"sell\"", head + 9)
const n18 = bytes[head + 8]
const n19 = textBytes(view, n18, tail, end)
const v20 = readText(bytes, view, n18, tail, n19)
tail += n19
let v21 = undefined
if ((bits14 & 1) !== 0) {
const n22 = bytes[head + 10]
const n23 = textBytes(view, n22, tail, end)
const v24 = readText(bytes, view, n22, tail, n23)
tail += n23
v21 = v24
}
let v25
if (v21 !== undefined) v25 = { "symbol": v20, "last": v15, "side": v17, "note": v21 }
else {
v25 = { "symbol": v20, "last": v15, "side": v17 }
if (v21 !== undefined) v25["note"] = v21
}
return v25
}
}
return class MessageView extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
open(bytes, view, head, end) {
if (12 > end - head) refuseTruncated(12, head, end)
this[BYTES] = bytes
this[VIEW] = view
this[HEAD] = head
this[TAIL] = head + 12
this[END] = end
return this.content
}
get content() {
const head = this[HEAD]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const part26 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new StructView0())
if (part26[VIEW] !== view) {
part26[BYTES] = this[BYTES]
part26[VIEW] = view
}
part26[HEAD] = head
part26[TAIL] = tail
part26[END] = end
return part26
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const bits27 = bytes[head + 11]
const v28 = view.getFloat64(head, true)
const v30 = names29[bytes[head + 9]]
if (v30 === undefined) refuseChoice("\"buy\" | \"sell\"", head + 9)
const n31 = bytes[head + 8]
const n32 = textBytes(view, n31, tail, end)
const v33 = readText(bytes, view, n31, tail, n32)
tail += n32
let v34 = undefined
if ((bits27 & 1) !== 0) {
const n35 = bytes[head + 10]
const n36 = textBytes(view, n35, tail, end)
const v37 = readText(bytes, view, n35, tail, n36)
tail += n36
v34 = v37
}
let v38
if (v34 !== undefined) v38 = { "symbol": v33, "last": v28, "side": v30, "note": v34 }
else {
v38 = { "symbol": v33, "last": v28, "side": v30 }
if (v34 !== undefined) v38["note"] = v34
}
return v38
}
}
}],
  ["m0-1470m4l-1yivr0y", (names2, refuseChoice, textBytes, readText, readTextOf, refuseTruncated) => {
let reached = 0
const depth = 0

return ((target, bytes, view, head, end) => {
let tail = head + 12
if (tail > end) refuseTruncated(12, head, end)
const bits0 = bytes[head + 11]
const v1 = view.getFloat64(head, true)
target["last"] = v1
const v3 = names2[bytes[head + 9]]
if (v3 === undefined) refuseChoice("\"buy\" | \"sell\"", head + 9)
target["side"] = v3
const n4 = bytes[head + 8]
const n5 = textBytes(view, n4, tail, end)
const v6 = readText(bytes, view, n4, tail, n5)
tail += n5
target["symbol"] = v6
let v7 = undefined
if ((bits0 & 1) !== 0) {
const n8 = bytes[head + 10]
const n9 = textBytes(view, n8, tail, end)
const v10 = readText(bytes, view, n8, tail, n9)
tail += n9
v7 = v10
}
target["note"] = v7
return tail
})
}],
  ["128-jya543-1hqpfva", (ownProperty, writeLatin1, explain) => {
let reached = 0
const depth = 0

return ((value, bytes, view, head, end) => {
misfit: {
let tail = head + 10
if (tail > end) return -1
if (typeof value !== 'object' || value === null) break misfit
let bits0 = 0
const v1 = value["kept"]
if (typeof v1 !== 'object' || v1 === null) break misfit
let n2 = 0
const v3 = v1["x"]
if (v3 === true) n2 |= 1
else if (v3 !== false) break misfit
const v4 = v1["y"]
if (v4 === true) n2 |= 2
else if (v4 !== false) break misfit
bytes[head + 8] = n2
const v5 = ownProperty(value, "__proto__")
if (v5 === true) bits0 |= 1
else if (v5 !== false) break misfit
const v6 = value["rows"]
if (!Array.isArray(v6)) break misfit
const n7 = v6.length >>> 0
if (n7 * 2 > end - tail) return -1
const base8 = tail
view.setUint32(head, n7, true)
tail += n7 * 2
for (let i9 = 0, head10 = base8; i9 < n7; i9++, head10 += 2) {
const v11 = v6[i9]
if (typeof v11 !== 'object' || v11 === null) break misfit
const v12 = v11["a"]
if (typeof v12 !== 'number' || v12 !== (v12 & 0xff)) break misfit
bytes[head10] = v12
const v13 = v11["text"]
if (typeof v13 !== 'string') break misfit
tail = writeLatin1(v13, bytes, view, head10 + 1, tail, end)
if (tail < 0) {
if (tail === -1) return -1
break misfit
}
}
view.setUint32(head + 4, tail - base8, true)
bytes[head + 9] = bits0
return tail
}
return explain(value, bytes, view, head, end)
})
}],
  ["ur-d1s54h-1yacff3", (refuseTruncated, textStretch, textBytes, refuseBytes, readText, readTextOf, refuseLeftOver) => {
let reached = 0
const depth = 0

return ((bytes, view, head, end) => {
let tail = head + 10
if (tail > end) refuseTruncated(10, head, end)
const bits0 = bytes[head + 9]
const n1 = view.getUint8(head + 8, true)
const n2 = view.getUint32(head, true)
if (n2 * 2 > end - tail) refuseTruncated(n2 * 2, tail, end)
const base3 = tail
tail += n2 * 2
const a4 = n2 <= 16777216 ? new Array(n2) : []
const stretch5 = textStretch(n2 * 1 >= 8)
for (let i6 = 0, head7 = base3; i6 < n2; i6++, head7 += 2) {
const v8 = bytes[head7]
const n9 = bytes[head7 + 1]
if (n9 > 254) refuseBytes('no length of latin1', head7 + 1)
const n10 = textBytes(view, n9, tail, end)
const v11 = readTextOf(stretch5, bytes, view, n9, tail, n10, end)
tail += n10
a4[i6] = { "a": v8, "text": v11 }
}
if (view.getUint32(head + 4, true) !== tail - base3) refuseBytes('another length than announced', base3)
if (tail !== end) refuseLeftOver(tail, end)
return { "rows": a4, "kept": { "x": (n1 & 1) !== 0, "y": (n1 & 2) !== 0 }, ["__proto__"]: (bits0 & 1) !== 0 }
})
}],
  ["64s-11ygv6o-1hvayi5", (BYTES, COPY, END, FOUND, FOUND_TAIL, HEAD, LENGTH, ListRecordView, NEXT, OPEN_ELEMENT, PARTS, RecordView, requireHeld, TAIL, VIEW, wholePlace, refuseTruncated, textStretch, textBytes, refuseBytes, readText, readTextOf, PART0, PART1) => {
let reached = 0
const depth = 0
class StructView13 extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
get ["a"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const v14 = bytes[head]
return v14
}
get ["text"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const n15 = bytes[head + 1]
if (n15 > 254) refuseBytes('no length of latin1', head + 1)
const n16 = textBytes(view, n15, tail, end)
const v17 = readText(bytes, view, n15, tail, n16)
tail += n16
return v17
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const v18 = bytes[head]
const n19 = bytes[head + 1]
if (n19 > 254) refuseBytes('no length of latin1', head + 1)
const n20 = textBytes(view, n19, tail, end)
const v21 = readText(bytes, view, n19, tail, n20)
tail += n20
return { "a": v18, "text": v21 }
}
}
const skip23 = (bytes, view, head, tail, end, depth) => {
const n24 = bytes[head + 1]
if (n24 > 254) refuseBytes('no length of latin1', head + 1)
const n25 = textBytes(view, n24, tail, end)
tail += n25
return tail
}
const skipElement22 = (bytes, view, head, tail, end) => {
tail = skip23(bytes, view, head, tail, end, depth)
return tail
}
class ListView3 extends ListRecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this.value = this[PART0] = this[PART1] = undefined
this[HEAD] = this[TAIL] = this[END] = this[LENGTH] = this[NEXT] = this[FOUND] = this[FOUND_TAIL] = 0
this[PARTS] = []

}
[Symbol.iterator]() {
this[OPEN_ELEMENT]()
return this.start()
}
[OPEN_ELEMENT]() {
const part = this[PART0] ?? (this[PART0] = this[PARTS][0] = new StructView13())
part[BYTES] = this[BYTES]
part[VIEW] = this[VIEW]
return (this.value = part)
}
at(position) {
let index = position | 0
if (index !== position) index = wholePlace(position)
if (index < 0) index += this[LENGTH]
if (!(index >= 0 && index < this[LENGTH])) return requireHeld(this)
const head = this[HEAD] + index * 2
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
let found = this[FOUND]
if (index < found) found = 0
else tail = this[FOUND_TAIL]
for (let at = this[HEAD] + found * 2; found < index; found++, at += 2) {
tail = skipElement22(bytes, view, at, tail, end)
}
this[FOUND] = index
this[FOUND_TAIL] = tail
const part26 = this[PART1] ?? (this[PART1] = this[PARTS][1] = new StructView13())
if (part26[VIEW] !== view) {
part26[BYTES] = this[BYTES]
part26[VIEW] = view
}
part26[HEAD] = head
part26[TAIL] = tail
part26[END] = end
return part26
}
next() {
const index = this[NEXT]
if (index >= this[LENGTH]) {
requireHeld(this)
this.value = undefined
this.done = true
return this
}
this[NEXT] = index + 1
const head = this[HEAD] + index * 2
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
let found = this[FOUND]
if (index < found) found = 0
else tail = this[FOUND_TAIL]
for (let at = this[HEAD] + found * 2; found < index; found++, at += 2) {
tail = skipElement22(bytes, view, at, tail, end)
}
this[FOUND] = index
this[FOUND_TAIL] = tail
let part = this[PART0]
if (part === undefined || part[VIEW] !== view) part = this[OPEN_ELEMENT]()
part[HEAD] = head
part[TAIL] = tail
part[END] = end
return this
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const n4 = this.length
const a5 = n4 <= 16777216 ? new Array(n4) : []
const stretch6 = textStretch(n4 * 1 >= 8)
for (let i7 = 0, head8 = head; i7 < n4; i7++, head8 += 2) {
const v9 = bytes[head8]
const n10 = bytes[head8 + 1]
if (n10 > 254) refuseBytes('no length of latin1', head8 + 1)
const n11 = textBytes(view, n10, tail, end)
const v12 = readTextOf(stretch6, bytes, view, n10, tail, n11, end)
tail += n11
a5[i7] = { "a": v9, "text": v12 }
}
return a5
}
}
class StructView0 extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
get ["rows"]() {
const head = this[HEAD]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const n1 = view.getUint32(head, true)
if (n1 * 2 > end - tail) refuseTruncated(n1 * 2, tail, end)
const base2 = tail
tail += n1 * 2
const part27 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new ListView3())
if (part27[VIEW] !== view) {
part27[BYTES] = this[BYTES]
part27[VIEW] = view
}
part27[HEAD] = base2
part27[TAIL] = tail
part27[END] = end
part27[LENGTH] = n1
part27[FOUND] = 0
part27[FOUND_TAIL] = tail
return part27
}
get ["kept"]() {
const head = this[HEAD]
const view = this[VIEW]
const n28 = view.getUint8(head + 8, true)
return { "x": (n28 & 1) !== 0, "y": (n28 & 2) !== 0 }
}
get ["__proto__"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const bits29 = bytes[head + 9]
return (bits29 & 1) !== 0
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const bits30 = bytes[head + 9]
const n31 = view.getUint8(head + 8, true)
const n32 = view.getUint32(head, true)
if (n32 * 2 > end - tail) refuseTruncated(n32 * 2, tail, end)
const base33 = tail
tail += n32 * 2
const a34 = n32 <= 16777216 ? new Array(n32) : []
const stretch35 = textStretch(n32 * 1 >= 8)
for (let i36 = 0, head37 = base33; i36 < n32; i36++, head37 += 2) {
const v38 = bytes[head37]
const n39 = bytes[head37 + 1]
if (n39 > 254) refuseBytes('no length of latin1', head37 + 1)
const n40 = textBytes(view, n39, tail, end)
const v41 = readTextOf(stretch35, bytes, view, n39, tail, n40, end)
tail += n40
a34[i36] = { "a": v38, "text": v41 }
}
if (view.getUint32(head + 4, true) !== tail - base33) refuseBytes('another length than announced', base33)
return { "rows": a34, "kept": { "x": (n31 & 1) !== 0, "y": (n31 & 2) !== 0 }, ["__proto__"]: (bits30 & 1) !== 0 }
}
}
return class MessageView extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
open(bytes, view, head, end) {
if (10 > end - head) refuseTruncated(10, head, end)
this[BYTES] = bytes
this[VIEW] = view
this[HEAD] = head
this[TAIL] = head + 10
this[END] = end
return this.content
}
get content() {
const head = this[HEAD]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const part42 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new StructView0())
if (part42[VIEW] !== view) {
part42[BYTES] = this[BYTES]
part42[VIEW] = view
}
part42[HEAD] = head
part42[TAIL] = tail
part42[END] = end
return part42
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const bits43 = bytes[head + 9]
const n44 = view.getUint8(head + 8, true)
const n45 = view.getUint32(head, true)
if (n45 * 2 > end - tail) refuseTruncated(n45 * 2, tail, end)
const base46 = tail
tail += n45 * 2
const a47 = n45 <= 16777216 ? new Array(n45) : []
const stretch48 = textStretch(n45 * 1 >= 8)
for (let i49 = 0, head50 = base46; i49 < n45; i49++, head50 += 2) {
const v51 = bytes[head50]
const n52 = bytes[head50 + 1]
if (n52 > 254) refuseBytes('no length of latin1', head50 + 1)
const n53 = textBytes(view, n52, tail, end)
const v54 = readTextOf(stretch48, bytes, view, n52, tail, n53, end)
tail += n53
a47[i49] = { "a": v51, "text": v54 }
}
if (view.getUint32(head + 4, true) !== tail - base46) refuseBytes('another length than announced', base46)
return { "rows": a47, "kept": { "x": (n44 & 1) !== 0, "y": (n44 & 2) !== 0 }, ["__proto__"]: (bits43 & 1) !== 0 }
}
}
}],
  ["tv-1hfi7s2-emew60", (defineField, refilledOf, refuseTruncated, textBytes, refuseBytes, readText, readTextOf) => {
let reached = 0
const depth = 0

return ((target, bytes, view, head, end) => {
let tail = head + 10
if (tail > end) refuseTruncated(10, head, end)
const bits0 = bytes[head + 9]
const n1 = view.getUint8(head + 8, true)
target["kept"] = { "x": (n1 & 1) !== 0, "y": (n1 & 2) !== 0 }
defineField(target, "__proto__", (bits0 & 1) !== 0)
const v2 = refilledOf(target, "rows", 'array')
const n3 = view.getUint32(head, true)
if (n3 * 2 > end - tail) refuseTruncated(n3 * 2, tail, end)
const base4 = tail
tail += n3 * 2
for (let i5 = 0, head6 = base4; i5 < n3; i5++, head6 += 2) {
const v7 = refilledOf(v2, i5, 'object')
const v8 = bytes[head6]
v7["a"] = v8
const n9 = bytes[head6 + 1]
if (n9 > 254) refuseBytes('no length of latin1', head6 + 1)
const n10 = textBytes(view, n9, tail, end)
const v11 = readText(bytes, view, n9, tail, n10)
tail += n10
v7["text"] = v11
}
v2.length = n3
if (view.getUint32(head + 4, true) !== tail - base4) refuseBytes('another length than announced', base4)
return tail
})
}],
  ["rq-gqlks3-h58qqa", (isVarint, writeVarint, explain) => {
let reached = 0
const depth = 0

return ((value, bytes, view, head, end) => {
misfit: {
let tail = head + 1
if (tail > end) return -1
if (typeof value !== 'object' || value === null) break misfit
const v0 = value["shape"]
if (typeof v0 !== 'object' || v0 === null) break misfit
const v1 = v0["kind"]
switch (v1) {
case "circle": {
if (4 > end - tail) return -1
const base2 = tail
tail += 4
bytes[head] = 0
if (typeof v0 !== 'object' || v0 === null) break misfit
const v3 = v0["r"]
if (typeof v3 !== 'number') break misfit
view.setFloat32(base2, v3, true)
break
}
case "box": {
if (0 > end - tail) return -1
const base4 = tail
tail += 0
bytes[head] = 1
if (typeof v0 !== 'object' || v0 === null) break misfit
const v5 = v0["w"]
if (!isVarint(v5)) break misfit
if (v5 <= 0x7f && tail < end) bytes[tail++] = v5
else if ((tail = writeVarint(v5, bytes, tail, end)) < 0) return -1
break
}
default: break misfit
}
return tail
}
return explain(value, bytes, view, head, end)
})
}],
  ["kw-1acbskd-1ud2vu2", (refuseTruncated, refuseVariant, constant3, constant5, varintBytes, readVarint, refuseLeftOver) => {
let reached = 0
const depth = 0

return ((bytes, view, head, end) => {
let tail = head + 1
if (tail > end) refuseTruncated(1, head, end)
let v0
switch (bytes[head]) {
case 0: {
if (4 > end - tail) refuseTruncated(4, tail, end)
const base1 = tail
tail += 4
const v2 = view.getFloat32(base1, true)
v0 = { "kind": constant3, "r": v2 }
break
}
case 1: {
if (0 > end - tail) refuseTruncated(0, tail, end)
const base4 = tail
tail += 0
const n6 = varintBytes(bytes, tail, end)
const v7 = readVarint(bytes, tail, n6)
tail += n6
v0 = { "kind": constant5, "w": v7 }
break
}
default: refuseVariant(head)
}
if (tail !== end) refuseLeftOver(tail, end)
return { "shape": v0 }
})
}],
  ["3du-109db4e-t52vy4", (BYTES, COPY, END, FOUND, FOUND_TAIL, HEAD, LENGTH, ListRecordView, NEXT, OPEN_ELEMENT, PARTS, RecordView, requireHeld, TAIL, VIEW, wholePlace, refuseTruncated, refuseVariant, constant4, constant7, PART0, constant11, varintBytes, readVarint, constant14, PART1, constant21, constant23, constant30, constant32) => {
let reached = 0
const depth = 0
class StructView3 extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
get ["kind"]() {
return constant4
}
get ["r"]() {
const head = this[HEAD]
const view = this[VIEW]
const v5 = view.getFloat32(head, true)
return v5
}
copy() {
const head = this[HEAD]
const view = this[VIEW]
const v6 = view.getFloat32(head, true)
return { "kind": constant7, "r": v6 }
}
}
class StructView10 extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
get ["kind"]() {
return constant11
}
get ["w"]() {
const bytes = this[BYTES]
const end = this[END]
let tail = this[TAIL]
const n12 = varintBytes(bytes, tail, end)
const v13 = readVarint(bytes, tail, n12)
tail += n12
return v13
}
copy() {
const bytes = this[BYTES]
const end = this[END]
let tail = this[TAIL]
const n15 = varintBytes(bytes, tail, end)
const v16 = readVarint(bytes, tail, n15)
tail += n15
return { "kind": constant14, "w": v16 }
}
}
class StructView0 extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = this[PART1] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
get ["shape"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
let v1
switch (bytes[head]) {
case 0: {
if (4 > end - tail) refuseTruncated(4, tail, end)
const base2 = tail
tail += 4
const part8 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new StructView3())
if (part8[VIEW] !== view) {
part8[BYTES] = this[BYTES]
part8[VIEW] = view
}
part8[HEAD] = base2
v1 = part8
break
}
case 1: {
if (0 > end - tail) refuseTruncated(0, tail, end)
const base9 = tail
tail += 0
const part17 = this[PART1] ?? (this[PART1] = this[PARTS][1] = new StructView10())
if (part17[VIEW] !== view) {
part17[BYTES] = this[BYTES]
part17[VIEW] = view
}
part17[HEAD] = base9
part17[TAIL] = tail
part17[END] = end
v1 = part17
break
}
default: refuseVariant(head)
}
return v1
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
let v18
switch (bytes[head]) {
case 0: {
if (4 > end - tail) refuseTruncated(4, tail, end)
const base19 = tail
tail += 4
const v20 = view.getFloat32(base19, true)
v18 = { "kind": constant21, "r": v20 }
break
}
case 1: {
if (0 > end - tail) refuseTruncated(0, tail, end)
const base22 = tail
tail += 0
const n24 = varintBytes(bytes, tail, end)
const v25 = readVarint(bytes, tail, n24)
tail += n24
v18 = { "kind": constant23, "w": v25 }
break
}
default: refuseVariant(head)
}
return { "shape": v18 }
}
}
return class MessageView extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
open(bytes, view, head, end) {
if (1 > end - head) refuseTruncated(1, head, end)
this[BYTES] = bytes
this[VIEW] = view
this[HEAD] = head
this[TAIL] = head + 1
this[END] = end
return this.content
}
get content() {
const head = this[HEAD]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const part26 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new StructView0())
if (part26[VIEW] !== view) {
part26[BYTES] = this[BYTES]
part26[VIEW] = view
}
part26[HEAD] = head
part26[TAIL] = tail
part26[END] = end
return part26
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
let v27
switch (bytes[head]) {
case 0: {
if (4 > end - tail) refuseTruncated(4, tail, end)
const base28 = tail
tail += 4
const v29 = view.getFloat32(base28, true)
v27 = { "kind": constant30, "r": v29 }
break
}
case 1: {
if (0 > end - tail) refuseTruncated(0, tail, end)
const base31 = tail
tail += 0
const n33 = varintBytes(bytes, tail, end)
const v34 = readVarint(bytes, tail, n33)
tail += n33
v27 = { "kind": constant32, "w": v34 }
break
}
default: refuseVariant(head)
}
return { "shape": v27 }
}
}
}],
  ["jr-p6umn8-10sk5fb", (refuseTruncated, refuseVariant, constant3, constant5, varintBytes, readVarint) => {
let reached = 0
const depth = 0

return ((target, bytes, view, head, end) => {
let tail = head + 1
if (tail > end) refuseTruncated(1, head, end)
let v0
switch (bytes[head]) {
case 0: {
if (4 > end - tail) refuseTruncated(4, tail, end)
const base1 = tail
tail += 4
const v2 = view.getFloat32(base1, true)
v0 = { "kind": constant3, "r": v2 }
break
}
case 1: {
if (0 > end - tail) refuseTruncated(0, tail, end)
const base4 = tail
tail += 0
const n6 = varintBytes(bytes, tail, end)
const v7 = readVarint(bytes, tail, n6)
tail += n6
v0 = { "kind": constant5, "w": v7 }
break
}
default: refuseVariant(head)
}
target["shape"] = v0
return tail
})
}],
  ["1b5-ehmamk-1ffjms1", (writeText, explain) => {
let reached = 0
const depth = 0
const write7 = (value, bytes, view, head, end, depth) => {
misfit: {
if (depth > 500) break misfit
let tail = head + 9
if (tail > end) return -1
if (typeof value !== 'object' || value === null) break misfit
const v8 = value["name"]
if (typeof v8 !== 'string') break misfit
tail = writeText(v8, bytes, view, head + 8, tail, end)
if (tail < 0) return -1
const v9 = value["in"]
if (!Array.isArray(v9)) break misfit
const n10 = v9.length >>> 0
if (n10 * 1 > end - tail) return -1
const base11 = tail
view.setUint32(head, n10, true)
tail += n10 * 1
for (let i12 = 0, head13 = base11; i12 < n10; i12++, head13 += 1) {
const v14 = v9[i12]
tail = write7(v14, bytes, view, tail, end, depth + 1)
if (tail < 0) {
if (tail === -1) return -1
break misfit
}
bytes[head13] = 0
}
view.setUint32(head + 4, tail - base11, true)
return tail
}
return -2
}
return ((value, bytes, view, head, end) => {
misfit: {
let tail = head + 9
if (tail > end) return -1
if (typeof value !== 'object' || value === null) break misfit
const v0 = value["name"]
if (typeof v0 !== 'string') break misfit
tail = writeText(v0, bytes, view, head + 8, tail, end)
if (tail < 0) return -1
const v1 = value["in"]
if (!Array.isArray(v1)) break misfit
const n2 = v1.length >>> 0
if (n2 * 1 > end - tail) return -1
const base3 = tail
view.setUint32(head, n2, true)
tail += n2 * 1
for (let i4 = 0, head5 = base3; i4 < n2; i4++, head5 += 1) {
const v6 = v1[i4]
tail = write7(v6, bytes, view, tail, end, depth + 1)
if (tail < 0) {
if (tail === -1) return -1
break misfit
}
bytes[head5] = 0
}
view.setUint32(head + 4, tail - base3, true)
return tail
}
return explain(value, bytes, view, head, end)
})
}],
  ["19z-vslb5p-xfvu03", (textBytes, readText, readTextOf, refuseTruncated, refuseBytes, refuseDepth, refuseLeftOver) => {
let reached = 0
const depth = 0
const read8 = (bytes, view, head, end, depth) => {
if (depth > 500) refuseDepth(head)
let tail = head + 9
if (tail > end) refuseTruncated(9, head, end)
const n9 = bytes[head + 8]
const n10 = textBytes(view, n9, tail, end)
const v11 = readText(bytes, view, n9, tail, n10)
tail += n10
const n12 = view.getUint32(head, true)
if (n12 * 1 > end - tail) refuseTruncated(n12 * 1, tail, end)
const base13 = tail
tail += n12 * 1
const a14 = n12 <= 16777216 ? new Array(n12) : []
for (let i15 = 0, head16 = base13; i15 < n12; i15++, head16 += 1) {
const v17 = read8(bytes, view, tail, end, depth + 1)
tail = reached
a14[i15] = v17
}
if (view.getUint32(head + 4, true) !== tail - base13) refuseBytes('another length than announced', base13)
const value = { "name": v11, "in": a14 }
reached = tail
return value
}
return ((bytes, view, head, end) => {
let tail = head + 9
if (tail > end) refuseTruncated(9, head, end)
const n0 = bytes[head + 8]
const n1 = textBytes(view, n0, tail, end)
const v2 = readText(bytes, view, n0, tail, n1)
tail += n1
const n3 = view.getUint32(head, true)
if (n3 * 1 > end - tail) refuseTruncated(n3 * 1, tail, end)
const base4 = tail
tail += n3 * 1
const a5 = n3 <= 16777216 ? new Array(n3) : []
for (let i6 = 0, head7 = base4; i6 < n3; i6++, head7 += 1) {
const v18 = read8(bytes, view, tail, end, depth + 1)
tail = reached
a5[i6] = v18
}
if (view.getUint32(head + 4, true) !== tail - base4) refuseBytes('another length than announced', base4)
if (tail !== end) refuseLeftOver(tail, end)
return { "name": v2, "in": a5 }
})
}],
  ["5w8-bjqcck-wgvwmi", (BYTES, COPY, END, FOUND, FOUND_TAIL, HEAD, LENGTH, ListRecordView, NEXT, OPEN_ELEMENT, PARTS, RecordView, requireHeld, TAIL, VIEW, wholePlace, DEPTH, refuseTruncated, textBytes, readText, readTextOf, refuseBytes, refuseDepth, PART0, PART1) => {
let reached = 0
const depth = 0
const read13 = (bytes, view, head, end, depth) => {
if (depth > 500) refuseDepth(head)
let tail = head + 9
if (tail > end) refuseTruncated(9, head, end)
const n14 = bytes[head + 8]
const n15 = textBytes(view, n14, tail, end)
const v16 = readText(bytes, view, n14, tail, n15)
tail += n15
const n17 = view.getUint32(head, true)
if (n17 * 1 > end - tail) refuseTruncated(n17 * 1, tail, end)
const base18 = tail
tail += n17 * 1
const a19 = n17 <= 16777216 ? new Array(n17) : []
for (let i20 = 0, head21 = base18; i20 < n17; i20++, head21 += 1) {
const v22 = read13(bytes, view, tail, end, depth + 1)
tail = reached
a19[i20] = v22
}
if (view.getUint32(head + 4, true) !== tail - base18) refuseBytes('another length than announced', base18)
const value = { "name": v16, "in": a19 }
reached = tail
return value
}
const skip26 = (bytes, view, head, tail, end, depth) => {
const n27 = bytes[head + 8]
const n28 = textBytes(view, n27, tail, end)
tail += n28
const n29 = view.getUint32(head + 4, true)
if (n29 > end - tail) refuseTruncated(n29, tail, end)
tail += n29
return tail
}
const skipRecursive25 = (bytes, view, head, end, depth) => {
if (depth > 500) refuseDepth(head)
let tail = head + 9
if (tail > end) refuseTruncated(9, head, end)
tail = skip26(bytes, view, head, tail, end, depth)
return tail
}
const skipElement24 = (bytes, view, head, tail, end) => {
tail = skipRecursive25(bytes, view, tail, end, depth + 1)
return tail
}
class ListView8 extends ListRecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this.value = this[PART0] = this[PART1] = undefined
this[HEAD] = this[TAIL] = this[END] = this[LENGTH] = this[NEXT] = this[FOUND] = this[FOUND_TAIL] = 0
this[PARTS] = []
this[DEPTH] = depth
}
at(position) {
let index = position | 0
if (index !== position) index = wholePlace(position)
if (index < 0) index += this[LENGTH]
if (!(index >= 0 && index < this[LENGTH])) return requireHeld(this)
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const depth = this[DEPTH]
let found = this[FOUND]
if (index < found) found = 0
else tail = this[FOUND_TAIL]
for (let at = this[HEAD] + found * 1; found < index; found++, at += 1) {
tail = skipElement24(bytes, view, at, tail, end)
}
this[FOUND] = index
this[FOUND_TAIL] = tail
if (9 > end - tail) refuseTruncated(9, tail, end)
const base32 = tail
tail += 9
if (depth > 499) refuseDepth(base32)
const part33 = this[PART1] ?? (this[PART1] = this[PARTS][1] = new StructView0(this[DEPTH] + 1))
if (part33[VIEW] !== view) {
part33[BYTES] = this[BYTES]
part33[VIEW] = view
}
part33[HEAD] = base32
part33[TAIL] = tail
part33[END] = end
return part33
}
next() {
const index = this[NEXT]
if (index >= this[LENGTH]) {
requireHeld(this)
this.value = undefined
this.done = true
return this
}
this[NEXT] = index + 1
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const depth = this[DEPTH]
let found = this[FOUND]
if (index < found) found = 0
else tail = this[FOUND_TAIL]
for (let at = this[HEAD] + found * 1; found < index; found++, at += 1) {
tail = skipElement24(bytes, view, at, tail, end)
}
this[FOUND] = index
this[FOUND_TAIL] = tail
if (9 > end - tail) refuseTruncated(9, tail, end)
const base30 = tail
tail += 9
if (depth > 499) refuseDepth(base30)
const part31 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new StructView0(this[DEPTH] + 1))
if (part31[VIEW] !== view) {
part31[BYTES] = this[BYTES]
part31[VIEW] = view
}
part31[HEAD] = base30
part31[TAIL] = tail
part31[END] = end
this.value = part31
return this
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const depth = this[DEPTH]
const n9 = this.length
const a10 = n9 <= 16777216 ? new Array(n9) : []
for (let i11 = 0, head12 = head; i11 < n9; i11++, head12 += 1) {
const v23 = read13(bytes, view, tail, end, depth + 1)
tail = reached
a10[i11] = v23
}
return a10
}
}
class StructView0 extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []
this[DEPTH] = depth
}
get ["name"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const n1 = bytes[head + 8]
const n2 = textBytes(view, n1, tail, end)
const v3 = readText(bytes, view, n1, tail, n2)
tail += n2
return v3
}
get ["in"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const n4 = bytes[head + 8]
const n5 = textBytes(view, n4, tail, end)
tail += n5
const n6 = view.getUint32(head, true)
if (n6 * 1 > end - tail) refuseTruncated(n6 * 1, tail, end)
const base7 = tail
tail += n6 * 1
const part34 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new ListView8(this[DEPTH]))
if (part34[VIEW] !== view) {
part34[BYTES] = this[BYTES]
part34[VIEW] = view
}
part34[HEAD] = base7
part34[TAIL] = tail
part34[END] = end
part34[LENGTH] = n6
part34[FOUND] = 0
part34[FOUND_TAIL] = tail
return part34
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const depth = this[DEPTH]
const n35 = bytes[head + 8]
const n36 = textBytes(view, n35, tail, end)
const v37 = readText(bytes, view, n35, tail, n36)
tail += n36
const n38 = view.getUint32(head, true)
if (n38 * 1 > end - tail) refuseTruncated(n38 * 1, tail, end)
const base39 = tail
tail += n38 * 1
const a40 = n38 <= 16777216 ? new Array(n38) : []
for (let i41 = 0, head42 = base39; i41 < n38; i41++, head42 += 1) {
const v43 = read13(bytes, view, tail, end, depth + 1)
tail = reached
a40[i41] = v43
}
if (view.getUint32(head + 4, true) !== tail - base39) refuseBytes('another length than announced', base39)
return { "name": v37, "in": a40 }
}
}
return class MessageView extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []
this[DEPTH] = depth
}
open(bytes, view, head, end) {
if (9 > end - head) refuseTruncated(9, head, end)
this[BYTES] = bytes
this[VIEW] = view
this[HEAD] = head
this[TAIL] = head + 9
this[END] = end
return this.content
}
get content() {
const head = this[HEAD]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const part44 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new StructView0(this[DEPTH]))
if (part44[VIEW] !== view) {
part44[BYTES] = this[BYTES]
part44[VIEW] = view
}
part44[HEAD] = head
part44[TAIL] = tail
part44[END] = end
return part44
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const depth = this[DEPTH]
const n45 = bytes[head + 8]
const n46 = textBytes(view, n45, tail, end)
const v47 = readText(bytes, view, n45, tail, n46)
tail += n46
const n48 = view.getUint32(head, true)
if (n48 * 1 > end - tail) refuseTruncated(n48 * 1, tail, end)
const base49 = tail
tail += n48 * 1
const a50 = n48 <= 16777216 ? new Array(n48) : []
for (let i51 = 0, head52 = base49; i51 < n48; i51++, head52 += 1) {
const v53 = read13(bytes, view, tail, end, depth + 1)
tail = reached
a50[i51] = v53
}
if (view.getUint32(head + 4, true) !== tail - base49) refuseBytes('another length than announced', base49)
return { "name": v47, "in": a50 }
}
}
}],
  ["198-1nf8fbr-5ntxm5", (textBytes, readText, readTextOf, refilledOf, refuseTruncated, refuseBytes, refuseDepth) => {
let reached = 0
const depth = 0
const read8 = (bytes, view, head, end, depth) => {
if (depth > 500) refuseDepth(head)
let tail = head + 9
if (tail > end) refuseTruncated(9, head, end)
const n9 = bytes[head + 8]
const n10 = textBytes(view, n9, tail, end)
const v11 = readText(bytes, view, n9, tail, n10)
tail += n10
const n12 = view.getUint32(head, true)
if (n12 * 1 > end - tail) refuseTruncated(n12 * 1, tail, end)
const base13 = tail
tail += n12 * 1
const a14 = n12 <= 16777216 ? new Array(n12) : []
for (let i15 = 0, head16 = base13; i15 < n12; i15++, head16 += 1) {
const v17 = read8(bytes, view, tail, end, depth + 1)
tail = reached
a14[i15] = v17
}
if (view.getUint32(head + 4, true) !== tail - base13) refuseBytes('another length than announced', base13)
const value = { "name": v11, "in": a14 }
reached = tail
return value
}
return ((target, bytes, view, head, end) => {
let tail = head + 9
if (tail > end) refuseTruncated(9, head, end)
const n0 = bytes[head + 8]
const n1 = textBytes(view, n0, tail, end)
const v2 = readText(bytes, view, n0, tail, n1)
tail += n1
target["name"] = v2
const v3 = refilledOf(target, "in", 'array')
const n4 = view.getUint32(head, true)
if (n4 * 1 > end - tail) refuseTruncated(n4 * 1, tail, end)
const base5 = tail
tail += n4 * 1
for (let i6 = 0, head7 = base5; i6 < n4; i6++, head7 += 1) {
const v18 = read8(bytes, view, tail, end, depth + 1)
tail = reached
v3[i6] = v18
}
v3.length = n4
if (view.getUint32(head + 4, true) !== tail - base5) refuseBytes('another length than announced', base5)
return tail
})
}],
  ["fo-1v645k-74hsxv", (makeDefault2, explain) => {
let reached = 0
const depth = 0

return ((value, bytes, view, head, end) => {
misfit: {
let tail = head + 5
if (tail > end) return -1
const v0 = value["old"]
bytes[head + 4] = v0
const v1 = value["added"]
const v3 = v1 === undefined ? makeDefault2() : v1
const n4 = v3.length >>> 0
if (n4 * 1 > end - tail) return -1
const base5 = tail
view.setUint32(head, n4, true)
tail += n4 * 1
for (let i6 = 0, head7 = base5; i6 < n4; i6++, head7 += 1) {
const v8 = v3[i6]
bytes[head7] = v8
}
return tail
}
return explain(value, bytes, view, head, end)
})
}],
  ["dy-1xpap18-1ob3sy3", (refuseTruncated, refuseLeftOver) => {
let reached = 0
const depth = 0

return ((bytes, view, head, end) => {
let tail = head + 4
if (tail > end) refuseTruncated(4, head, end)
const n0 = view.getUint32(head, true)
if (n0 * 1 > end - tail) refuseTruncated(n0 * 1, tail, end)
const base1 = tail
tail += n0 * 1
const a2 = n0 <= 16777216 ? new Array(n0) : []
for (let i3 = 0, head4 = base1; i3 < n0; i3++, head4 += 1) {
const v5 = bytes[head4]
a2[i3] = v5
}
if (tail !== end) refuseLeftOver(tail, end)
return a2
})
}],
  ["fd-pems64-1ynnkdm", (refuseTruncated, refuseLeftOver) => {
let reached = 0
const depth = 0

return ((bytes, view, head, end) => {
let tail = head + 5
if (tail > end) refuseTruncated(5, head, end)
const v0 = bytes[head + 4]
const n1 = view.getUint32(head, true)
if (n1 * 1 > end - tail) refuseTruncated(n1 * 1, tail, end)
const base2 = tail
tail += n1 * 1
const a3 = n1 <= 16777216 ? new Array(n1) : []
for (let i4 = 0, head5 = base2; i4 < n1; i4++, head5 += 1) {
const v6 = bytes[head5]
a3[i4] = v6
}
if (tail !== end) refuseLeftOver(tail, end)
return { "old": v0, "added": a3 }
})
}],
  ["2x0-13fpa9m-15og1lv", (BYTES, COPY, END, FOUND, FOUND_TAIL, HEAD, LENGTH, ListRecordView, NEXT, OPEN_ELEMENT, PARTS, RecordView, requireHeld, TAIL, VIEW, wholePlace, refuseTruncated, PART0) => {
let reached = 0
const depth = 0
class ListView4 extends ListRecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this.value = undefined
this[HEAD] = this[TAIL] = this[END] = this[LENGTH] = this[NEXT] = this[FOUND] = this[FOUND_TAIL] = 0
this[PARTS] = []

}
at(position) {
let index = position | 0
if (index !== position) index = wholePlace(position)
if (index < 0) index += this[LENGTH]
if (!(index >= 0 && index < this[LENGTH])) return requireHeld(this)
const head = this[HEAD] + index * 1
const bytes = this[BYTES]
const v11 = bytes[head]
return v11
}
next() {
const index = this[NEXT]
if (index >= this[LENGTH]) {
requireHeld(this)
this.value = undefined
this.done = true
return this
}
this[NEXT] = index + 1
const head = this[HEAD] + index * 1
const bytes = this[BYTES]
const v10 = bytes[head]
this.value = v10
return this
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const n5 = this.length
const a6 = n5 <= 16777216 ? new Array(n5) : []
for (let i7 = 0, head8 = head; i7 < n5; i7++, head8 += 1) {
const v9 = bytes[head8]
a6[i7] = v9
}
return a6
}
}
class StructView0 extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
get ["old"]() {
const head = this[HEAD]
const bytes = this[BYTES]
const v1 = bytes[head + 4]
return v1
}
get ["added"]() {
const head = this[HEAD]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const n2 = view.getUint32(head, true)
if (n2 * 1 > end - tail) refuseTruncated(n2 * 1, tail, end)
const base3 = tail
tail += n2 * 1
const part12 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new ListView4())
if (part12[VIEW] !== view) {
part12[BYTES] = this[BYTES]
part12[VIEW] = view
}
part12[HEAD] = base3
part12[TAIL] = tail
part12[END] = end
part12[LENGTH] = n2
part12[FOUND] = 0
part12[FOUND_TAIL] = tail
return part12
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const v13 = bytes[head + 4]
const n14 = view.getUint32(head, true)
if (n14 * 1 > end - tail) refuseTruncated(n14 * 1, tail, end)
const base15 = tail
tail += n14 * 1
const a16 = n14 <= 16777216 ? new Array(n14) : []
for (let i17 = 0, head18 = base15; i17 < n14; i17++, head18 += 1) {
const v19 = bytes[head18]
a16[i17] = v19
}
return { "old": v13, "added": a16 }
}
}
return class MessageView extends RecordView {
constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = this[PART0] = undefined
this[HEAD] = this[TAIL] = this[END] = 0
this[PARTS] = []

}
open(bytes, view, head, end) {
if (5 > end - head) refuseTruncated(5, head, end)
this[BYTES] = bytes
this[VIEW] = view
this[HEAD] = head
this[TAIL] = head + 5
this[END] = end
return this.content
}
get content() {
const head = this[HEAD]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const part20 = this[PART0] ?? (this[PART0] = this[PARTS][0] = new StructView0())
if (part20[VIEW] !== view) {
part20[BYTES] = this[BYTES]
part20[VIEW] = view
}
part20[HEAD] = head
part20[TAIL] = tail
part20[END] = end
return part20
}
copy() {
const head = this[HEAD]
const bytes = this[BYTES]
const view = this[VIEW]
const end = this[END]
let tail = this[TAIL]
const v21 = bytes[head + 4]
const n22 = view.getUint32(head, true)
if (n22 * 1 > end - tail) refuseTruncated(n22 * 1, tail, end)
const base23 = tail
tail += n22 * 1
const a24 = n22 <= 16777216 ? new Array(n22) : []
for (let i25 = 0, head26 = base23; i25 < n22; i25++, head26 += 1) {
const v27 = bytes[head26]
a24[i25] = v27
}
return { "old": v21, "added": a24 }
}
}
}],
  ["em-442nva-u8izkm", (refilledOf, refuseTruncated) => {
let reached = 0
const depth = 0

return ((target, bytes, view, head, end) => {
let tail = head + 5
if (tail > end) refuseTruncated(5, head, end)
const v0 = bytes[head + 4]
target["old"] = v0
const v1 = refilledOf(target, "added", 'array')
const n2 = view.getUint32(head, true)
if (n2 * 1 > end - tail) refuseTruncated(n2 * 1, tail, end)
const base3 = tail
tail += n2 * 1
for (let i4 = 0, head5 = base3; i4 < n2; i4++, head5 += 1) {
const v6 = bytes[head5]
v1[i4] = v6
}
v1.length = n2
return tail
})
}],
])
