// @ts-nocheck
// oxlint-disable
// What protobuf.js makes of ../workloads.proto, kept because its compiler brings 53 packages. In the folder above, below these lines:
// npx --package=protobufjs-cli@2.7.1 pbjs -t static-module -w es6 --keep-case --no-create --no-verify --no-convert --no-delimited --no-comments --no-typeurl --no-service workloads.proto
// without its first line, as `npm run format` prints it.
import $protobuf from 'protobufjs/minimal.js'

const $Reader = $protobuf.Reader,
  $Writer = $protobuf.Writer,
  $util = $protobuf.util
const $Object = $util.global.Object,
  $undefined = $util.global.undefined,
  $Error = $util.global.Error,
  $RangeError = $util.global.RangeError

const $root = $protobuf.roots['default'] || ($protobuf.roots['default'] = {})

export const Tiny = ($root.Tiny = (() => {
  const Tiny = function (properties) {
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Tiny.prototype.a = 0
  Tiny.prototype.b = ''
  Tiny.prototype.c = false

  Tiny.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.a != null && $Object.hasOwnProperty.call(message, 'a') && message.a !== 0)
      writer.uint32(8).uint32(message.a)
    if (message.b != null && $Object.hasOwnProperty.call(message, 'b') && message.b !== '')
      writer.uint32(18).string(message.b)
    if (message.c != null && $Object.hasOwnProperty.call(message, 'c') && message.c !== false)
      writer.uint32(24).bool(message.c)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Tiny.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Tiny()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 0) break
          if ((value = reader.uint32())) message.a = value
          else delete message.a
          continue
        }
        case 2: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.b = value
          else delete message.b
          continue
        }
        case 3: {
          if (wireType !== 0) break
          if ((value = reader.bool())) message.c = value
          else delete message.c
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Tiny
})())

export const Ticker = ($root.Ticker = (() => {
  const Ticker = function (properties) {
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Ticker.prototype.symbol = ''
  Ticker.prototype.last = 0
  Ticker.prototype.bid = 0
  Ticker.prototype.ask = 0
  Ticker.prototype.volume = 0

  Ticker.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.symbol != null && $Object.hasOwnProperty.call(message, 'symbol') && message.symbol !== '')
      writer.uint32(10).string(message.symbol)
    if (message.last != null && $Object.hasOwnProperty.call(message, 'last') && !$Object.is(message.last, 0))
      writer.uint32(17).double(message.last)
    if (message.bid != null && $Object.hasOwnProperty.call(message, 'bid') && !$Object.is(message.bid, 0))
      writer.uint32(25).double(message.bid)
    if (message.ask != null && $Object.hasOwnProperty.call(message, 'ask') && !$Object.is(message.ask, 0))
      writer.uint32(33).double(message.ask)
    if (message.volume != null && $Object.hasOwnProperty.call(message, 'volume') && !$Object.is(message.volume, 0))
      writer.uint32(41).double(message.volume)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Ticker.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Ticker()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.symbol = value
          else delete message.symbol
          continue
        }
        case 2: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.last = value
          else delete message.last
          continue
        }
        case 3: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.bid = value
          else delete message.bid
          continue
        }
        case 4: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.ask = value
          else delete message.ask
          continue
        }
        case 5: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.volume = value
          else delete message.volume
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Ticker
})())

export const Flags = ($root.Flags = (() => {
  const Flags = function (properties) {
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Flags.prototype.ioc = false
  Flags.prototype.post_only = false
  Flags.prototype.reduce_only = false

  Flags.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.ioc != null && $Object.hasOwnProperty.call(message, 'ioc') && message.ioc !== false)
      writer.uint32(8).bool(message.ioc)
    if (message.post_only != null && $Object.hasOwnProperty.call(message, 'post_only') && message.post_only !== false)
      writer.uint32(16).bool(message.post_only)
    if (
      message.reduce_only != null &&
      $Object.hasOwnProperty.call(message, 'reduce_only') &&
      message.reduce_only !== false
    )
      writer.uint32(24).bool(message.reduce_only)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Flags.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Flags()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 0) break
          if ((value = reader.bool())) message.ioc = value
          else delete message.ioc
          continue
        }
        case 2: {
          if (wireType !== 0) break
          if ((value = reader.bool())) message.post_only = value
          else delete message.post_only
          continue
        }
        case 3: {
          if (wireType !== 0) break
          if ((value = reader.bool())) message.reduce_only = value
          else delete message.reduce_only
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Flags
})())

export const Order = ($root.Order = (() => {
  const Order = function (properties) {
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Order.prototype.id = 0
  Order.prototype.account = 0
  Order.prototype.symbol = ''
  Order.prototype.side = ''
  Order.prototype.type = ''
  Order.prototype.price = 0
  Order.prototype.qty = 0
  Order.prototype.filledQty = 0
  Order.prototype.ts = 0
  Order.prototype.flags = null

  Order.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.id != null && $Object.hasOwnProperty.call(message, 'id') && !$Object.is(message.id, 0))
      writer.uint32(9).double(message.id)
    if (message.account != null && $Object.hasOwnProperty.call(message, 'account') && !$Object.is(message.account, 0))
      writer.uint32(17).double(message.account)
    if (message.symbol != null && $Object.hasOwnProperty.call(message, 'symbol') && message.symbol !== '')
      writer.uint32(26).string(message.symbol)
    if (message.side != null && $Object.hasOwnProperty.call(message, 'side') && message.side !== '')
      writer.uint32(34).string(message.side)
    if (message.type != null && $Object.hasOwnProperty.call(message, 'type') && message.type !== '')
      writer.uint32(42).string(message.type)
    if (message.price != null && $Object.hasOwnProperty.call(message, 'price') && !$Object.is(message.price, 0))
      writer.uint32(49).double(message.price)
    if (message.qty != null && $Object.hasOwnProperty.call(message, 'qty') && !$Object.is(message.qty, 0))
      writer.uint32(57).double(message.qty)
    if (
      message.filledQty != null &&
      $Object.hasOwnProperty.call(message, 'filledQty') &&
      !$Object.is(message.filledQty, 0)
    )
      writer.uint32(65).double(message.filledQty)
    if (message.ts != null && $Object.hasOwnProperty.call(message, 'ts') && !$Object.is(message.ts, 0))
      writer.uint32(73).double(message.ts)
    if (message.flags != null && $Object.hasOwnProperty.call(message, 'flags'))
      $root.Flags.encode(message.flags, writer.uint32(82).fork(), _depth + 1).ldelim()
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Order.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Order()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.id = value
          else delete message.id
          continue
        }
        case 2: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.account = value
          else delete message.account
          continue
        }
        case 3: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.symbol = value
          else delete message.symbol
          continue
        }
        case 4: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.side = value
          else delete message.side
          continue
        }
        case 5: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.type = value
          else delete message.type
          continue
        }
        case 6: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.price = value
          else delete message.price
          continue
        }
        case 7: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.qty = value
          else delete message.qty
          continue
        }
        case 8: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.filledQty = value
          else delete message.filledQty
          continue
        }
        case 9: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.ts = value
          else delete message.ts
          continue
        }
        case 10: {
          if (wireType !== 2) break
          message.flags = $root.Flags.decode(reader, reader.size(), $undefined, _depth + 1, message.flags)
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Order
})())

export const User = ($root.User = (() => {
  const User = function (properties) {
    this.tags = []
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  User.prototype.id = 0
  User.prototype.name = ''
  User.prototype.email = ''
  User.prototype.age = 0
  User.prototype.active = false
  User.prototype.tags = $util.emptyArray
  User.prototype.score = 0
  User.prototype.bio = ''

  User.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.id != null && $Object.hasOwnProperty.call(message, 'id') && message.id !== 0)
      writer.uint32(8).uint32(message.id)
    if (message.name != null && $Object.hasOwnProperty.call(message, 'name') && message.name !== '')
      writer.uint32(18).string(message.name)
    if (message.email != null && $Object.hasOwnProperty.call(message, 'email') && message.email !== '')
      writer.uint32(26).string(message.email)
    if (message.age != null && $Object.hasOwnProperty.call(message, 'age') && message.age !== 0)
      writer.uint32(32).uint32(message.age)
    if (message.active != null && $Object.hasOwnProperty.call(message, 'active') && message.active !== false)
      writer.uint32(40).bool(message.active)
    if (message.tags != null && message.tags.length)
      for (let i = 0; i < message.tags.length; ++i) writer.uint32(50).string(message.tags[i])
    if (message.score != null && $Object.hasOwnProperty.call(message, 'score') && message.score !== 0)
      writer.uint32(56).uint32(message.score)
    if (message.bio != null && $Object.hasOwnProperty.call(message, 'bio') && message.bio !== '')
      writer.uint32(66).string(message.bio)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  User.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.User()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 0) break
          if ((value = reader.uint32())) message.id = value
          else delete message.id
          continue
        }
        case 2: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.name = value
          else delete message.name
          continue
        }
        case 3: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.email = value
          else delete message.email
          continue
        }
        case 4: {
          if (wireType !== 0) break
          if ((value = reader.uint32())) message.age = value
          else delete message.age
          continue
        }
        case 5: {
          if (wireType !== 0) break
          if ((value = reader.bool())) message.active = value
          else delete message.active
          continue
        }
        case 6: {
          if (wireType !== 2) break
          if (!(message.tags && message.tags.length)) message.tags = []
          message.tags.push(reader.stringVerify())
          continue
        }
        case 7: {
          if (wireType !== 0) break
          if ((value = reader.uint32())) message.score = value
          else delete message.score
          continue
        }
        case 8: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.bio = value
          else delete message.bio
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return User
})())

export const Vector = ($root.Vector = (() => {
  const Vector = function (properties) {
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Vector.prototype.x = 0
  Vector.prototype.y = 0
  Vector.prototype.z = 0

  Vector.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.x != null && $Object.hasOwnProperty.call(message, 'x') && !$Object.is(message.x, 0))
      writer.uint32(13).float(message.x)
    if (message.y != null && $Object.hasOwnProperty.call(message, 'y') && !$Object.is(message.y, 0))
      writer.uint32(21).float(message.y)
    if (message.z != null && $Object.hasOwnProperty.call(message, 'z') && !$Object.is(message.z, 0))
      writer.uint32(29).float(message.z)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Vector.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Vector()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 5) break
          if (!$Object.is((value = reader.float()), 0)) message.x = value
          else delete message.x
          continue
        }
        case 2: {
          if (wireType !== 5) break
          if (!$Object.is((value = reader.float()), 0)) message.y = value
          else delete message.y
          continue
        }
        case 3: {
          if (wireType !== 5) break
          if (!$Object.is((value = reader.float()), 0)) message.z = value
          else delete message.z
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Vector
})())

export const Entity = ($root.Entity = (() => {
  const Entity = function (properties) {
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Entity.prototype.position = null
  Entity.prototype.velocity = null
  Entity.prototype.health = 0
  Entity.prototype.flags = 0

  Entity.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.position != null && $Object.hasOwnProperty.call(message, 'position'))
      $root.Vector.encode(message.position, writer.uint32(10).fork(), _depth + 1).ldelim()
    if (message.velocity != null && $Object.hasOwnProperty.call(message, 'velocity'))
      $root.Vector.encode(message.velocity, writer.uint32(18).fork(), _depth + 1).ldelim()
    if (message.health != null && $Object.hasOwnProperty.call(message, 'health') && message.health !== 0)
      writer.uint32(24).uint32(message.health)
    if (message.flags != null && $Object.hasOwnProperty.call(message, 'flags') && message.flags !== 0)
      writer.uint32(32).uint32(message.flags)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Entity.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Entity()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 2) break
          message.position = $root.Vector.decode(reader, reader.size(), $undefined, _depth + 1, message.position)
          continue
        }
        case 2: {
          if (wireType !== 2) break
          message.velocity = $root.Vector.decode(reader, reader.size(), $undefined, _depth + 1, message.velocity)
          continue
        }
        case 3: {
          if (wireType !== 0) break
          if ((value = reader.uint32())) message.health = value
          else delete message.health
          continue
        }
        case 4: {
          if (wireType !== 0) break
          if ((value = reader.uint32())) message.flags = value
          else delete message.flags
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Entity
})())

export const Trip = ($root.Trip = (() => {
  const Trip = function (properties) {
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Trip.prototype.rideId = ''
  Trip.prototype.rideableType = 0
  Trip.prototype.startedAt = 0
  Trip.prototype.endedAt = 0
  Trip.prototype.memberCasual = 0
  Trip.prototype.startStationName = null
  Trip.prototype.startStationId = null
  Trip.prototype.endStationName = null
  Trip.prototype.endStationId = null
  Trip.prototype.startLat = null
  Trip.prototype.startLng = null
  Trip.prototype.endLat = null
  Trip.prototype.endLng = null

  let $oneOfFields

  // Virtual OneOf for proto3 optional field
  $Object.defineProperty(Trip.prototype, '_startStationName', {
    get: $util.oneOfGetter(($oneOfFields = ['startStationName'])),
    set: $util.oneOfSetter($oneOfFields),
  })

  // Virtual OneOf for proto3 optional field
  $Object.defineProperty(Trip.prototype, '_startStationId', {
    get: $util.oneOfGetter(($oneOfFields = ['startStationId'])),
    set: $util.oneOfSetter($oneOfFields),
  })

  // Virtual OneOf for proto3 optional field
  $Object.defineProperty(Trip.prototype, '_endStationName', {
    get: $util.oneOfGetter(($oneOfFields = ['endStationName'])),
    set: $util.oneOfSetter($oneOfFields),
  })

  // Virtual OneOf for proto3 optional field
  $Object.defineProperty(Trip.prototype, '_endStationId', {
    get: $util.oneOfGetter(($oneOfFields = ['endStationId'])),
    set: $util.oneOfSetter($oneOfFields),
  })

  // Virtual OneOf for proto3 optional field
  $Object.defineProperty(Trip.prototype, '_startLat', {
    get: $util.oneOfGetter(($oneOfFields = ['startLat'])),
    set: $util.oneOfSetter($oneOfFields),
  })

  // Virtual OneOf for proto3 optional field
  $Object.defineProperty(Trip.prototype, '_startLng', {
    get: $util.oneOfGetter(($oneOfFields = ['startLng'])),
    set: $util.oneOfSetter($oneOfFields),
  })

  // Virtual OneOf for proto3 optional field
  $Object.defineProperty(Trip.prototype, '_endLat', {
    get: $util.oneOfGetter(($oneOfFields = ['endLat'])),
    set: $util.oneOfSetter($oneOfFields),
  })

  // Virtual OneOf for proto3 optional field
  $Object.defineProperty(Trip.prototype, '_endLng', {
    get: $util.oneOfGetter(($oneOfFields = ['endLng'])),
    set: $util.oneOfSetter($oneOfFields),
  })

  Trip.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.rideId != null && $Object.hasOwnProperty.call(message, 'rideId') && message.rideId !== '')
      writer.uint32(10).string(message.rideId)
    if (
      message.rideableType != null &&
      $Object.hasOwnProperty.call(message, 'rideableType') &&
      message.rideableType !== 0
    )
      writer.uint32(16).uint32(message.rideableType)
    if (
      message.startedAt != null &&
      $Object.hasOwnProperty.call(message, 'startedAt') &&
      !$Object.is(message.startedAt, 0)
    )
      writer.uint32(25).double(message.startedAt)
    if (message.endedAt != null && $Object.hasOwnProperty.call(message, 'endedAt') && !$Object.is(message.endedAt, 0))
      writer.uint32(33).double(message.endedAt)
    if (
      message.memberCasual != null &&
      $Object.hasOwnProperty.call(message, 'memberCasual') &&
      message.memberCasual !== 0
    )
      writer.uint32(40).uint32(message.memberCasual)
    if (message.startStationName != null && $Object.hasOwnProperty.call(message, 'startStationName'))
      writer.uint32(50).string(message.startStationName)
    if (message.startStationId != null && $Object.hasOwnProperty.call(message, 'startStationId'))
      writer.uint32(58).string(message.startStationId)
    if (message.endStationName != null && $Object.hasOwnProperty.call(message, 'endStationName'))
      writer.uint32(66).string(message.endStationName)
    if (message.endStationId != null && $Object.hasOwnProperty.call(message, 'endStationId'))
      writer.uint32(74).string(message.endStationId)
    if (message.startLat != null && $Object.hasOwnProperty.call(message, 'startLat'))
      writer.uint32(81).double(message.startLat)
    if (message.startLng != null && $Object.hasOwnProperty.call(message, 'startLng'))
      writer.uint32(89).double(message.startLng)
    if (message.endLat != null && $Object.hasOwnProperty.call(message, 'endLat'))
      writer.uint32(97).double(message.endLat)
    if (message.endLng != null && $Object.hasOwnProperty.call(message, 'endLng'))
      writer.uint32(105).double(message.endLng)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Trip.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Trip()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.rideId = value
          else delete message.rideId
          continue
        }
        case 2: {
          if (wireType !== 0) break
          if ((value = reader.uint32())) message.rideableType = value
          else delete message.rideableType
          continue
        }
        case 3: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.startedAt = value
          else delete message.startedAt
          continue
        }
        case 4: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.endedAt = value
          else delete message.endedAt
          continue
        }
        case 5: {
          if (wireType !== 0) break
          if ((value = reader.uint32())) message.memberCasual = value
          else delete message.memberCasual
          continue
        }
        case 6: {
          if (wireType !== 2) break
          message.startStationName = reader.stringVerify()
          message._startStationName = 'startStationName'
          continue
        }
        case 7: {
          if (wireType !== 2) break
          message.startStationId = reader.stringVerify()
          message._startStationId = 'startStationId'
          continue
        }
        case 8: {
          if (wireType !== 2) break
          message.endStationName = reader.stringVerify()
          message._endStationName = 'endStationName'
          continue
        }
        case 9: {
          if (wireType !== 2) break
          message.endStationId = reader.stringVerify()
          message._endStationId = 'endStationId'
          continue
        }
        case 10: {
          if (wireType !== 1) break
          message.startLat = reader.double()
          message._startLat = 'startLat'
          continue
        }
        case 11: {
          if (wireType !== 1) break
          message.startLng = reader.double()
          message._startLng = 'startLng'
          continue
        }
        case 12: {
          if (wireType !== 1) break
          message.endLat = reader.double()
          message._endLat = 'endLat'
          continue
        }
        case 13: {
          if (wireType !== 1) break
          message.endLng = reader.double()
          message._endLng = 'endLng'
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Trip
})())

export const Trips = ($root.Trips = (() => {
  const Trips = function (properties) {
    this.trips = []
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Trips.prototype.trips = $util.emptyArray

  Trips.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.trips != null && message.trips.length)
      for (let i = 0; i < message.trips.length; ++i)
        $root.Trip.encode(message.trips[i], writer.uint32(10).fork(), _depth + 1).ldelim()
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Trips.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Trips()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 2) break
          if (!(message.trips && message.trips.length)) message.trips = []
          message.trips.push($root.Trip.decode(reader, reader.size(), $undefined, _depth + 1))
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Trips
})())

export const Level = ($root.Level = (() => {
  const Level = function (properties) {
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Level.prototype.p = 0
  Level.prototype.q = 0

  Level.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.p != null && $Object.hasOwnProperty.call(message, 'p') && !$Object.is(message.p, 0))
      writer.uint32(9).double(message.p)
    if (message.q != null && $Object.hasOwnProperty.call(message, 'q') && !$Object.is(message.q, 0))
      writer.uint32(17).double(message.q)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Level.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Level()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.p = value
          else delete message.p
          continue
        }
        case 2: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.q = value
          else delete message.q
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Level
})())

export const Book = ($root.Book = (() => {
  const Book = function (properties) {
    this.bids = []
    this.asks = []
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Book.prototype.symbol = ''
  Book.prototype.ts = 0
  Book.prototype.bids = $util.emptyArray
  Book.prototype.asks = $util.emptyArray

  Book.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.symbol != null && $Object.hasOwnProperty.call(message, 'symbol') && message.symbol !== '')
      writer.uint32(10).string(message.symbol)
    if (message.ts != null && $Object.hasOwnProperty.call(message, 'ts') && !$Object.is(message.ts, 0))
      writer.uint32(17).double(message.ts)
    if (message.bids != null && message.bids.length)
      for (let i = 0; i < message.bids.length; ++i)
        $root.Level.encode(message.bids[i], writer.uint32(26).fork(), _depth + 1).ldelim()
    if (message.asks != null && message.asks.length)
      for (let i = 0; i < message.asks.length; ++i)
        $root.Level.encode(message.asks[i], writer.uint32(34).fork(), _depth + 1).ldelim()
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Book.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message, value
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Book()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 2) break
          if ((value = reader.stringVerify()).length) message.symbol = value
          else delete message.symbol
          continue
        }
        case 2: {
          if (wireType !== 1) break
          if (!$Object.is((value = reader.double()), 0)) message.ts = value
          else delete message.ts
          continue
        }
        case 3: {
          if (wireType !== 2) break
          if (!(message.bids && message.bids.length)) message.bids = []
          message.bids.push($root.Level.decode(reader, reader.size(), $undefined, _depth + 1))
          continue
        }
        case 4: {
          if (wireType !== 2) break
          if (!(message.asks && message.asks.length)) message.asks = []
          message.asks.push($root.Level.decode(reader, reader.size(), $undefined, _depth + 1))
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Book
})())

export const Tick = ($root.Tick = (() => {
  const Tick = function (properties) {
    this.list = []
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Tick.prototype.list = $util.emptyArray

  Tick.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.list != null && message.list.length)
      for (let i = 0; i < message.list.length; ++i)
        $root.Entity.encode(message.list[i], writer.uint32(10).fork(), _depth + 1).ldelim()
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Tick.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Tick()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 2) break
          if (!(message.list && message.list.length)) message.list = []
          message.list.push($root.Entity.decode(reader, reader.size(), $undefined, _depth + 1))
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Tick
})())

export const Integers = ($root.Integers = (() => {
  const Integers = function (properties) {
    this.list = []
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Integers.prototype.list = $util.emptyArray

  Integers.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.list != null && message.list.length) writer.uint32(10).uint32s(message.list)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Integers.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Integers()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType === 2) {
            if (!(message.list && message.list.length)) message.list = []
            reader.uint32s(message.list)
            continue
          }
          if (wireType !== 0) break
          if (!(message.list && message.list.length)) message.list = []
          message.list.push(reader.uint32())
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Integers
})())

export const Doubles = ($root.Doubles = (() => {
  const Doubles = function (properties) {
    this.list = []
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Doubles.prototype.list = $util.emptyArray

  Doubles.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.list != null && message.list.length) writer.uint32(10).doubles(message.list)
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Doubles.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Doubles()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType === 2) {
            if (!(message.list && message.list.length)) message.list = []
            reader.doubles(message.list)
            continue
          }
          if (wireType !== 1) break
          if (!(message.list && message.list.length)) message.list = []
          message.list.push(reader.double())
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Doubles
})())

export const Strings = ($root.Strings = (() => {
  const Strings = function (properties) {
    this.list = []
    if (properties)
      for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
        if (properties[keys[i]] != null && keys[i] !== '__proto__') this[keys[i]] = properties[keys[i]]
  }

  Strings.prototype.list = $util.emptyArray

  Strings.encode = function (message, writer, _depth) {
    if (!writer) writer = $Writer.create()
    if (_depth === $undefined) _depth = 0
    if (_depth > $util.recursionLimit) throw $Error('max depth exceeded')
    if (message.list != null && message.list.length)
      for (let i = 0; i < message.list.length; ++i) writer.uint32(10).string(message.list[i])
    if (message.$unknowns != null && $Object.hasOwnProperty.call(message, '$unknowns'))
      for (let i = 0; i < message.$unknowns.length; ++i) writer.raw(message.$unknowns[i])
    return writer
  }

  Strings.decode = function (reader, length, _end, _depth, _target) {
    if (!(reader instanceof $Reader)) reader = $Reader.create(reader)
    if (_depth === $undefined) _depth = 0
    if (_depth > $Reader.recursionLimit) throw $Error('max depth exceeded')
    let end, message
    if (length === $undefined) end = reader.len
    else {
      end = reader.pos + length
      if (end > reader.len) throw $RangeError('index out of range')
      length = reader.len
      reader.len = end
    }
    message = _target || new $root.Strings()
    while (reader.pos < end) {
      let start = reader.pos
      let tag = reader.tag()
      if (tag === _end) {
        _end = $undefined
        break
      }
      let wireType = tag & 7
      switch ((tag >>>= 3)) {
        case 1: {
          if (wireType !== 2) break
          if (!(message.list && message.list.length)) message.list = []
          message.list.push(reader.stringVerify())
          continue
        }
      }
      reader.skipType(wireType, _depth, tag)
      if (!reader.discardUnknown) {
        $util.makeProp(message, '$unknowns', false)
        ;(message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos))
      }
    }
    if (length !== $undefined) {
      if (reader.pos !== end) throw $RangeError('index out of range')
      reader.len = length
    }
    if (_end !== $undefined) throw $Error('missing end group')
    return message
  }

  return Strings
})())

export { $root as default }
